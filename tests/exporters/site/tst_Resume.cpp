#include <QtTest>

#include "exporters/site/PrintedPage.h"
#include "exporters/site/Resume.h"
#include "tests/exporters/site/ComposedSite.h"

using namespace offprint;
using namespace Qt::StringLiterals;

/// The CV: one store, its page, JSON Resume.
class TestResume : public QObject, test::ComposedSite {
  Q_OBJECT

  void entry(const QString& type, const QString& title, QJsonObject fields = {}) {
    fields.insert(u"type"_s, type);
    sample_.add(item(u"cv"_s, type + QString::number(sample_.items.size()), title, {}, fields));
  }
  QJsonObject resume() { return QJsonDocument::fromJson(file(u"cv/resume.json"_s).toUtf8()).object(); }
  static QString text(const QString& html) {
    static const QRegularExpression tags(u"<[^>]*>"_s);
    return QString(html).remove(tags).simplified();
  }

 private Q_SLOTS:
  void init() { reset(); }

  void thePageSaysWhoAndWhenInOrder() {
    sample_.snapshot->site.role = u"Engineer"_s;
    entry(u"skill"_s, u"Kernels"_s, {{u"level"_s, u"C++, CUDA"_s}});
    entry(u"award"_s, u"Best paper"_s, {{u"start"_s, u"2024-05"_s}, {u"organisation"_s, u"Conf"_s}});
    entry(u"work"_s, u"Intern"_s, {{u"start"_s, u"2018-03"_s}, {u"end"_s, u"2018-09"_s}});
    entry(u"work"_s, u"Lead"_s,
          {{u"start"_s, u"2021"_s},
           {u"end"_s, u"present"_s},
           {u"organisation"_s, u"Works"_s},
           {u"organisationUrl"_s, u"https://works.example/"_s},
           {u"highlights"_s, QJsonArray{u"One"_s, u"Two"_s}}});
    entry(u"education"_s, u"Doctorate"_s, {{u"start"_s, u"2012"_s}, {u"end"_s, u"2016-02"_s}});
    compose();
    const QString html = page(u"/cv/"_s);
    const QString words = text(html);
    QVERIFY(!words.contains(u"entries"_s));
    QVERIFY(words.contains(u"Jo Mustermann"_s) && words.contains(u"Engineer"_s));
    qsizetype last = -1;
    for (const auto& expected :
         {u"Work"_s, u"2021 to now"_s, u"Lead, Works"_s, u"Mar 2018 to Sep 2018"_s, u"Education"_s,
          u"2012 to Feb 2016"_s, u"Awards"_s, u"May 2024 Best paper, Conf"_s, u"Skills"_s}) {
      const qsizetype at = words.indexOf(expected, last + 1);
      QVERIFY2(at > last, qPrintable(expected + u" in "_s + words));
      last = at;
    }
    QVERIFY(html.contains(u"<a href=\"https://works.example/\">Works</a>"_s));
    QVERIFY(html.contains(u"<li>One</li><li>Two</li>"_s));
    QVERIFY(html.contains(u"href=\"cv.pdf\""_s) && html.contains(u"href=\"resume.json\""_s));
    QCOMPARE(composer_->downloads().print()->path, u"cv/cv.pdf"_s);
    setOffersResumeFiles(sample_.snapshot->site, false);
    compose();
    QVERIFY(!page(u"/cv/"_s).contains(u"cv.pdf"_s));
    QVERIFY(!composer_->downloads().print() && composer_->downloads().paths().isEmpty());
  }

  /// The field list of jsonresume.org's schema 1.0.0, and its patterns of dates and addresses.
  void jsonResumeKeepsToItsSchema() {
    static const QHash<QString, QStringList> schema{
        {u"basics"_s, {u"name"_s, u"label"_s, u"email"_s, u"url"_s, u"summary"_s, u"profiles"_s}},
        {u"profiles"_s, {u"network"_s, u"username"_s, u"url"_s}},
        {u"work"_s,
         {u"name"_s, u"location"_s, u"position"_s, u"url"_s, u"startDate"_s, u"endDate"_s, u"summary"_s,
          u"highlights"_s}},
        {u"volunteer"_s,
         {u"organization"_s, u"position"_s, u"url"_s, u"startDate"_s, u"endDate"_s, u"summary"_s,
          u"highlights"_s}},
        {u"education"_s,
         {u"institution"_s, u"url"_s, u"area"_s, u"studyType"_s, u"startDate"_s, u"endDate"_s, u"courses"_s}},
        {u"awards"_s, {u"title"_s, u"date"_s, u"awarder"_s, u"summary"_s}},
        {u"certificates"_s, {u"name"_s, u"date"_s, u"url"_s, u"issuer"_s}},
        {u"publications"_s, {u"name"_s, u"publisher"_s, u"releaseDate"_s, u"url"_s}},
        {u"skills"_s, {u"name"_s, u"level"_s, u"keywords"_s}},
        {u"languages"_s, {u"language"_s, u"fluency"_s}},
        {u"interests"_s, {u"name"_s, u"keywords"_s}},
        {u"projects"_s,
         {u"name"_s, u"description"_s, u"keywords"_s, u"startDate"_s, u"endDate"_s, u"url"_s, u"roles"_s}},
        {u"meta"_s, {u"version"_s, u"lastModified"_s}}};
    const FieldSpec* types = sample_.snapshot->kinds->find(u"cv"_s)->field(u"type"_s);
    for (const FieldSpec::Option& type : types->options)
      entry(type.value, u"T"_s,
            {{u"organisation"_s, u"O"_s},
             {u"organisationUrl"_s, u"no address"_s},
             {u"url"_s, u"https://example.org/c"_s},
             {u"start"_s, u"2020-02"_s},
             {u"end"_s, u"present"_s},
             {u"level"_s, u"L"_s},
             {u"degree"_s, u"MSc"_s},
             {u"highlights"_s, QJsonArray{u"H"_s}}});
    sample_.add(item(u"publication"_s, u"p"_s, u"*P*"_s, u"forthcoming"_s,
                     {{u"mine"_s, true}, {u"type"_s, u"article"_s}, {u"venue"_s, u"V"_s}}));
    sample_.add(
        item(u"publication"_s, u"q"_s, u"Q"_s, u"2020"_s, {{u"mine"_s, false}, {u"type"_s, u"article"_s}}));
    sample_.add(item(u"project"_s, u"r"_s, u"R"_s, u"2020"_s, {{u"stack"_s, QJsonArray{u"C++"_s}}}));
    sample_.snapshot->site.links = {{u"Code"_s, u"https://example.org/@jo"_s, {}},
                                    {u"M"_s, u"mailto:x@y"_s, {}}};
    compose();
    const QJsonObject json = resume();
    static const QRegularExpression date(
        u"^([1-2][0-9]{3}-[0-1][0-9]-[0-3][0-9]|[1-2][0-9]{3}-[0-1][0-9]|[1-2][0-9]{3})$"_s);
    int dates = 0;
    const auto check = [&](const QString& section, const QJsonObject& object) {
      for (auto i = object.begin(); i != object.end(); ++i) {
        QVERIFY2(schema.value(section).contains(i.key()), qPrintable(section + u'.' + i.key()));
        QVERIFY2(!i->isString() || !i->toString().isEmpty(), qPrintable(i.key()));
        if (i.key() == "url"_L1) QVERIFY(QUrl(i->toString(), QUrl::StrictMode).scheme() == "https"_L1);
        if (!i.key().endsWith("ate"_L1)) continue;
        QVERIFY2(date.match(i->toString()).hasMatch(), qPrintable(i->toString()));
        ++dates;
      }
    };
    for (auto i = json.begin(); i != json.end(); ++i) {
      if (i.key() == "$schema"_L1) continue;
      if (i->isObject()) check(i.key(), i->toObject());
      for (const QJsonValue object : i->toArray())
        check(i.key(), object.toObject());
    }
    for (const QJsonValue profile : json["basics"_L1]["profiles"_L1].toArray())
      check(u"profiles"_s, profile.toObject());
    QCOMPARE(dates, 11);
    QCOMPARE(json.size(), 13);
    QCOMPARE(json["publications"_L1].toArray().size(), 1);
    QCOMPARE(json["publications"_L1][0]["name"_L1].toString(), u"P"_s);
    QCOMPARE(json["basics"_L1]["profiles"_L1].toArray().size(), 1);
    QCOMPARE(json["basics"_L1]["profiles"_L1][0]["username"_L1].toString(), u"jo"_s);
    QCOMPARE(json["work"_L1].toArray().size(), 2);
  }

  void whatIsNotPublicIsNowhere() {
    entry(u"work"_s, u"Lead"_s);
    ContentItem secret = item(u"cv"_s, u"next"_s, u"Next employer"_s, {}, {{u"type"_s, u"work"_s}});
    secret.status = Status::Draft;
    sample_.add(secret);
    secret.slug = u"kept"_s;
    secret.status = Status::Unlisted;
    sample_.add(secret);
    compose();
    QVERIFY(!page(u"/cv/"_s).contains(u"Next"_s) && !file(u"cv/resume.json"_s).contains(u"Next"_s));
  }

  /// An address that the site shows nowhere, or in words alone, is in none of the CV's files.
  void theAddressIsThereOnlyWhereTheSiteShowsIt() {
    Site& site = sample_.snapshot->site;
    site.email = u"jo@example.org"_s;
    entry(u"work"_s, u"Lead"_s);
    const auto told = [this] {
      compose();
      return page(u"/cv/"_s).contains(u"jo@example.org"_s) && resume()["basics"_L1]["email"_L1].isString();
    };
    const auto hidden = [this] {
      compose();
      return !page(u"/cv/"_s).contains(u"jo@"_s) && !file(u"cv/resume.json"_s).contains(u"jo@"_s);
    };
    QVERIFY(hidden());
    site.home = {{u"c"_s, u"contact"_s, {}, true, {}}};
    QVERIFY(told());
    site.home[0].options.insert(u"obfuscate"_s, true);
    QVERIFY(hidden());
    site.home[0].options = {};
    site.themeOptions.insert(u"obfuscateEmail"_s, true);
    QVERIFY(hidden());
    QVERIFY(text(page(u"/cv/"_s)).contains(u"jo at example dot org"_s));
    ContentItem contact = item(u"page"_s, u"write"_s, u"Write"_s, {}, {{u"template"_s, u"contact"_s}});
    sample_.add(contact);
    QVERIFY(hidden());
    QVERIFY(!page(u"/write/"_s).contains(u"jo@"_s));
  }

  void momentsOfAPdfAreTheCvs() {
    const QDateTime changed(QDate(2026, 3, 1), QTime(10, 0), Qt::UTC);
    QCOMPARE(withMoment("<</CreationDate (D:20261201030405+00'00')\n/ModDate (D:20261201030405+00'00')>>",
                        changed),
             QByteArray("<</CreationDate (D:20260301100000+00'00')\n/ModDate (D:20260301100000+00'00')>>"));
    QCOMPARE(withMoment("nothing", changed), QByteArray("nothing"));
  }
};

QTEST_GUILESS_MAIN(TestResume)
#include "tst_Resume.moc"
