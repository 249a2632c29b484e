#include <QComboBox>
#include <QCoreApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include "app/session/DocumentSession.h"
#include "app/store/StoreClient.h"
#include "exporters/markdown/MarkdownEngine.h"
#include "tests/ui/preview/SiteFixture.h"
#include "ui/inspector/AddressField.h"
#include "ui/inspector/ChoiceFields.h"
#include "ui/inspector/DetailsTab.h"
#include "ui/inspector/FactTabs.h"
#include "ui/inspector/FoldSection.h"
#include "ui/inspector/InspectorPane.h"
#include "ui/inspector/ListFields.h"
#include "app/content/NaturalDate.h"
#include "ui/inspector/RowList.h"
#include "ui/inspector/RowsView.h"
#include "ui/inspector/TextFacts.h"
#include "ui/widgets/Chips.h"

using namespace Qt::StringLiterals;
using namespace offprint;

class tst_Inspector : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    MarkdownEngine::initialize();
    auto look = Appearance::create(test::resources());
    QVERIFY2(look.has_value(), look ? "" : qPrintable(look.error().message));
    look_ = std::move(*look);
    look_->apply();
    auto kinds = KindCatalog::load(test::resources().path(u"kinds"_s));
    QVERIFY(kinds.has_value());
    kinds_ = *kinds;
  }

  void naturalDates_data() {
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("iso");
    // Wednesday, 18 March 2026, 09:30.
    QTest::newRow("today") << u"today"_s << u"2026-03-18"_s;
    QTest::newRow("tomorrow with a time") << u"tomorrow 18:00"_s << u"2026-03-19T18:00"_s;
    QTest::newRow("yesterday") << u"Yesterday"_s << u"2026-03-17"_s;
    QTest::newRow("next Tuesday") << u"next Tuesday 18:00"_s << u"2026-03-24T18:00"_s;
    QTest::newRow("the same weekday is in a week") << u"Wednesday"_s << u"2026-03-25"_s;
    QTest::newRow("short weekday") << u"fri"_s << u"2026-03-20"_s;
    QTest::newRow("in weeks") << u"in 2 weeks"_s << u"2026-04-01"_s;
    QTest::newRow("in a month") << u"in a month"_s << u"2026-04-18"_s;
    QTest::newRow("month end") << u"in 1 year"_s << u"2027-03-18"_s;
    QTest::newRow("day and month") << u"24 March 9:00"_s << u"2026-03-24T09:00"_s;
    QTest::newRow("a day that is over is next year's") << u"3 Feb"_s << u"2027-02-03"_s;
    QTest::newRow("month first") << u"March 24"_s << u"2026-03-24"_s;
    QTest::newRow("pm") << u"today at 6 pm"_s << u"2026-03-18T18:00"_s;
    QTest::newRow("half past, pm") << u"today 6:30pm"_s << u"2026-03-18T18:30"_s;
    QTest::newRow("midnight") << u"tomorrow 12 am"_s << u"2026-03-19T00:00"_s;
    QTest::newRow("a time alone") << u"18:00"_s << u"2026-03-18T18:00"_s;
    QTest::newRow("ISO day with a time") << u"2026-05-04 18:00"_s << u"2026-05-04T18:00"_s;
    QTest::newRow("whole day with a time") << u"17 March 2027 18:00"_s << u"2027-03-17T18:00"_s;
    QTest::newRow("ISO stays") << u"2026-05"_s << u"2026-05"_s;
    QTest::newRow("words stay") << u"forthcoming"_s << u"forthcoming"_s;
    QTest::newRow("no such time") << u"today 25:00"_s << u"today 25:00"_s;
    QTest::newRow("weeks ago") << u"3 weeks ago"_s << u"2026-02-25"_s;
    QTest::newRow("a day ago") << u"a day ago"_s << u"2026-03-17"_s;
    QTest::newRow("last Friday") << u"last Friday"_s << u"2026-03-13"_s;
    QTest::newRow("the same weekday was a week ago") << u"last Wednesday"_s << u"2026-03-11"_s;
    QTest::newRow("no more exact than said") << u"last month"_s << u"2026-02"_s;
    QTest::newRow("a year") << u"last year"_s << u"2025"_s;
    QTest::newRow("neither in nor ago") << u"3 weeks"_s << u"3 weeks"_s;
    QTest::newRow("a month and a year stay") << u"May 2024"_s << u"May 2024"_s;
    QTest::newRow("nothing") << QString() << QString();
  }
  void naturalDates() {
    QFETCH(QString, written);
    QFETCH(QString, iso);
    QCOMPARE(naturalDate(written, test::clock()()), iso);
  }

  void zoneIsTheAuthors() {
    const QString moment = naturalDate(u"today 18:00"_s, test::clock()().toLocalTime(), true);
    QVERIFY2(Date::parse(moment).has_value(), qPrintable(moment));
    QVERIFY(Date::lenient(moment).instant().has_value());
  }

  /// Every kind's form can be built, shows its values, and changes nothing by being shown.
  void everyKindHasAForm() {
    for (const ContentKind& kind : kinds_->all()) {
      ContentItem item;
      item.kind = kind.id;
      item.title = u"T"_s;
      item.slug = u"t"_s;
      item.uuid = u"0"_s;
      DocumentSession session(store_, item);
      InspectorPane pane(*look_);
      pane.setCatalog(kinds_);
      pane.open(&session);
      pane.show();
      QCOMPARE(session.edits(), quint64(0));
      int fields = 0;
      for (const FieldSection& section : formOf(kind))
        fields += int(section.fields.size());
      QCOMPARE(pane.findChildren<FieldEditor*>().size(), fields);
      for (const FieldEditor* editor : pane.findChildren<FieldEditor*>()) {
        QVERIFY2(editor->focusProxy() && !editor->focusProxy()->accessibleName().isEmpty(),
                 qPrintable(editor->spec().key));
      }
      QCOMPARE(session.item(), item);
    }
  }

  /// In the narrowest pane every field ends before the pane does, whatever it holds.
  void fieldsFitTheNarrowestPane() {
    for (const ContentKind& kind : kinds_->all()) {
      ContentItem item;
      item.kind = kind.id;
      item.title = u"T"_s;
      item.slug = u"an-address-that-is-rather-long-for-a-column-of-this-width"_s;
      item.status = Status::Published;
      item.aliases = {u"/an/older/address-that-nothing-breaks-"_s + QString(80, u'x') + u'/'};
      const QString words = u"Attention is all you need (review/attention-is-all-you-need)"_s;
      for (const FieldSection& section : formOf(kind)) {
        for (const BoundField& field : section.fields) {
          if (!field.set) continue;
          if (const auto value = field.spec.read(QJsonArray{words}); value) field.set(item, *value);
          if (const auto value = field.spec.read(words); value) field.set(item, *value);
        }
      }
      DocumentSession session(store_, item);
      InspectorPane pane(*look_);
      pane.setCatalog(kinds_);
      pane.open(&session);
      pane.resize(260, 900);
      pane.show();
      const auto* form = pane.findChild<DetailsTab*>();
      QVERIFY(form->widget());
      QVERIFY2(
          form->widget()->width() <= form->viewport()->width(),
          qPrintable(
              u"%1: %2 of %3"_s.arg(kind.id).arg(form->widget()->width()).arg(form->viewport()->width())));
      for (const FieldEditor* editor : pane.findChildren<FieldEditor*>()) {
        const int right = editor->mapTo(form->widget(), QPoint(editor->width(), 0)).x();
        QVERIFY2(right <= form->viewport()->width() - 8, qPrintable(kind.id + u' ' + editor->spec().key));
      }
    }
  }

  /// What a form gets and gives back is the same, for every field that is bound to the item itself.
  void boundFieldsRoundTrip() {
    ContentItem item = test::articleItem(1, u"T"_s, {});
    item.updated = Date::month(2026, 1);
    item.tags = {u"a"_s, u"b"_s};
    item.series = u"S"_s;
    item.seriesPart = 3;
    item.pinned = true;
    item.authors = {Person::parse(u"Ada van der Lovelace"_s)};
    item.publishAt = QDateTime(QDate(2026, 5, 4), QTime(7, 0), Qt::UTC);
    item.fields.insert(u"form"_s, u"essay"_s);
    for (const FieldSection& section : formOf(*kinds_->find(u"article"_s))) {
      for (const BoundField& field : section.fields) {
        if (!field.set) continue;
        ContentItem copy = item;
        field.set(copy, field.get(item));
        QVERIFY2(copy == item, qPrintable(field.spec.key));
      }
    }
  }

  void typingSetsFieldsAndErrorsAreSentences() {
    DocumentSession session(store_, test::articleItem(1, u"T"_s, {}));
    InspectorPane pane(*look_);
    pane.setCatalog(kinds_);
    pane.setClock(test::clock());
    pane.open(&session);
    pane.show();
    FieldEditor* url = editor(pane, u"canonicalUrl"_s);
    type(url, u"not an address"_s);
    QVERIFY(url->problem().contains(u"not an address"_s));
    QVERIFY2(!url->problem().contains(u"canonicalUrl"_s), qPrintable(url->problem()));
    QVERIFY(!session.item().fields.contains(u"canonicalUrl"_s));
    type(url, u"https://example.org/"_s);
    QVERIFY(url->problem().isEmpty());
    QCOMPARE(session.item().fields.value(u"canonicalUrl"_s).toString(), u"https://example.org/"_s);
    type(url, QString());
    QVERIFY(!session.item().fields.contains(u"canonicalUrl"_s));
    type(editor(pane, u"date"_s), u"tomorrow"_s);
    QCOMPARE(session.item().date.iso(), u"2026-03-19"_s);
    type(editor(pane, u"seriesPart"_s), u"x"_s);
    QVERIFY(!editor(pane, u"seriesPart"_s)->problem().isEmpty());
    auto* notes = editor(pane, u"notes"_s)->findChild<QPlainTextEdit*>();
    notes->setPlainText(u"Only for me."_s);
    QCOMPARE(session.item().fields.value(u"notes"_s).toString(), u"Only for me."_s);
  }

  void schedulingAsksForAMoment() {
    DocumentSession session(store_, test::articleItem(1, u"T"_s, {}));
    InspectorPane pane(*look_);
    pane.setCatalog(kinds_);
    pane.setClock(test::clock());
    pane.open(&session);
    pane.show();
    FieldEditor* moment = editor(pane, u"publishAt"_s);
    QVERIFY(!moment->isVisibleTo(&pane));
    auto* status = editor(pane, u"status"_s)->findChild<QComboBox*>();
    status->setCurrentIndex(status->findData(u"scheduled"_s));
    Q_EMIT status->activated(status->currentIndex());
    QCOMPARE(session.item().status, Status::Scheduled);
    QVERIFY(moment->isVisibleTo(&pane));
    QCOMPARE(session.item().publishAt.toLocalTime(), QDateTime(QDate(2026, 3, 19), QTime(9, 0)));
    // What is published has the day on which it was, unless it has one already.
    session.edit(DocumentSession::Part::Fields, [](ContentItem& item) { item.date = Date(); });
    status->setCurrentIndex(status->findData(u"published"_s));
    Q_EMIT status->activated(status->currentIndex());
    QCOMPARE(session.item().date, Date::day(2026, 3, 18));
  }

  void addressKeepsTheOldOne() {
    ContentItem item = test::articleItem(1, u"T"_s, {});
    const ContentItem other = test::articleItem(2, u"Other"_s, {});
    DocumentSession session(store_, item);
    InspectorPane pane(*look_);
    pane.setCatalog(kinds_);
    pane.setSnapshot(test::siteOf({item, other}));
    pane.open(&session);
    pane.show();
    FieldEditor* address = editor(pane, u"address"_s);
    type(address, u"Not A Slug"_s);
    QVERIFY(address->problem().contains(u"not-a-slug"_s));
    type(address, other.slug);
    QVERIFY(address->problem().contains(u"Other"_s));
    QCOMPARE(session.item().slug, item.slug);
    type(address, u"new-name"_s);
    QVERIFY(address->problem().isEmpty());
    QCOMPARE(session.item().slug, u"new-name"_s);
    QCOMPARE(session.item().aliases, QStringList{u"/articles/item-1/"_s});
    type(address, u"item-1"_s);
    QCOMPARE(session.item().aliases, QStringList{u"/articles/new-name/"_s});
    type(address, u"/about/"_s);
    QCOMPARE(session.item().permalink, u"/about/"_s);
  }

  void chipsAndItems() {
    ContentItem item = test::articleItem(1, u"T"_s, {});
    const ContentItem comma = test::articleItem(2, u"Attention, explained"_s, {});
    DocumentSession session(store_, item);
    InspectorPane pane(*look_);
    pane.setCatalog(kinds_);
    pane.setSnapshot(test::siteOf({item, comma}));
    pane.setVocabulary({u"Systems"_s}, {u"gpu"_s}, {});
    pane.open(&session);
    pane.show();
    auto* tags = editor(pane, u"tags"_s)->findChild<Chips*>();
    tags->setValues({u"gpu"_s, u"memory"_s});
    Q_EMIT tags->edited(tags->values());
    QCOMPARE(session.item().tags, (QStringList{u"gpu"_s, u"memory"_s}));
    auto* related = editor(pane, u"related"_s)->findChild<Chips*>();
    Q_EMIT related->edited({u"Attention, explained"_s, u"article/unknown"_s});
    QCOMPARE(session.item().fields.value(u"related"_s).toArray(),
             (QJsonArray{u"article/item-2"_s, u"article/unknown"_s}));
    QCOMPARE(related->values(), (QStringList{u"Attention, explained"_s, u"article/unknown"_s}));
  }

  void peopleKeepTheirPartsAndOrder() {
    ContentItem item = test::articleItem(1, u"T"_s, {});
    item.kind = u"publication"_s;
    Person group;
    group.literal = u"The Sample Group"_s;
    Person van = Person::parse(u"van der Berg, Ada"_s);
    item.authors = {van, group};
    DocumentSession session(store_, item);
    InspectorPane pane(*look_);
    pane.setCatalog(kinds_);
    pane.open(&session);
    pane.show();
    FieldEditor* authors = editor(pane, u"authors"_s);
    auto* rows = authors->findChild<RowList*>();
    QCOMPARE(rows->rows().size(), 2);
    QTest::keyClick(rows->rows().first()->findChild<QLineEdit*>(), Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(session.item().authors, (People{group, van}));
    rows->rows().first()->findChild<QToolButton*>()->click();
    QVERIFY(session.item().authors.first().self);
    QCOMPARE(session.item().authors.first().literal, group.literal);
    auto* line = rows->rows().last()->findChild<QLineEdit*>();
    line->setText(u"Grace Hopper"_s);
    Q_EMIT line->textEdited(line->text());
    QCOMPARE(session.item().authors.last(), Person::parse(u"Grace Hopper"_s));
  }

  void tableRows() {
    ContentItem item = test::articleItem(1, u"T"_s, {});
    item.kind = u"talk"_s;
    item.fields.insert(u"occasions"_s, QJsonArray{QJsonObject{{u"event"_s, u"A"_s}, {u"note"_s, u"kept"_s}}});
    DocumentSession session(store_, item);
    InspectorPane pane(*look_);
    pane.setCatalog(kinds_);
    pane.setClock(test::clock());
    pane.open(&session);
    pane.show();
    FieldEditor* table = editor(pane, u"occasions"_s);
    auto* rows = table->findChild<RowList*>();
    const QList<QPushButton*> buttons = rows->findChildren<QPushButton*>();
    buttons.first()->click();
    QCOMPARE(rows->rows().size(), 2);
    auto* event = rows->rows().last()->findChild<QLineEdit*>(u"event"_s);
    event->setText(u"B"_s);
    auto* date = rows->rows().last()->findChild<QLineEdit*>(u"date"_s);
    date->setText(u"tomorrow"_s);
    Q_EMIT date->editingFinished();
    auto* answer = rows->rows().last()->findChild<QComboBox*>(u"answer"_s);
    answer->setCurrentIndex(answer->findData(u"postponed"_s));
    Q_EMIT answer->activated(answer->currentIndex());
    const QJsonArray stored = session.item().fields.value(u"occasions"_s).toArray();
    QCOMPARE(stored.size(), 2);
    QCOMPARE(stored.at(0).toObject().value(u"note"_s).toString(), u"kept"_s);
    QCOMPARE(
        stored.at(1).toObject(),
        (QJsonObject{{u"event"_s, u"B"_s}, {u"date"_s, u"2026-03-19"_s}, {u"answer"_s, u"postponed"_s}}));
  }

  void longFormsShowWhatHoldsSomething() {
    ContentItem item = test::articleItem(1, u"T"_s, {});
    item.kind = u"publication"_s;
    item.fields.insert(u"isbn"_s, u"978-3-16-148410-0"_s);
    DocumentSession session(store_, item);
    InspectorPane pane(*look_);
    pane.setCatalog(kinds_);
    pane.open(&session);
    pane.show();
    QVERIFY(editor(pane, u"isbn"_s)->isVisibleTo(&pane));
    QVERIFY(!editor(pane, u"issn"_s)->isVisibleTo(&pane));
    for (QPushButton* button : pane.findChildren<QPushButton*>()) {
      if (button->text().startsWith(u"Show all"_s)) button->click();
    }
    QVERIFY(editor(pane, u"issn"_s)->isVisibleTo(&pane));
  }

  void foldsAreKeptByKind() {
    DocumentSession session(store_, test::articleItem(1, u"T"_s, {}));
    InspectorPane pane(*look_);
    pane.setCatalog(kinds_);
    pane.open(&session);
    pane.show();
    QSignalSpy changed(&pane, &InspectorPane::foldsChanged);
    section(pane)->findChild<QToolButton*>()->click();
    QCOMPARE(changed.count(), 1);
    QCOMPARE(pane.folds(), (QJsonObject{{u"article"_s, QJsonArray{u"publishing"_s}}}));
    InspectorPane again(*look_);
    again.setCatalog(kinds_);
    again.open(&session);
    again.setFolds(pane.folds());
    QVERIFY(!section(again)->isOpen());
  }

  void readOnlyChangesNothing() {
    DocumentSession session(store_, test::articleItem(1, u"T"_s, {}));
    InspectorPane pane(*look_);
    pane.setCatalog(kinds_);
    pane.open(&session);
    pane.setReadOnly(true);
    pane.show();
    for (QLineEdit* line : pane.findChildren<QLineEdit*>()) {
      if (line->isVisibleTo(&pane)) QVERIFY2(line->isReadOnly(), qPrintable(line->accessibleName()));
    }
    Q_EMIT editor(pane, u"series"_s)->entered(u"S"_s);
    QCOMPARE(session.edits(), quint64(0));
  }

  void factsOfAText() {
    const TextFacts facts = factsOf(test::longText());
    QStringList headings;
    for (const OutlineEntry& entry : facts.outline)
      headings.append(entry.text);
    QCOMPARE(headings.first(), u"Three sweeps over one row"_s);
    QCOMPARE(facts.words.size(), facts.outline.size());
    QCOMPARE(facts.figures, 1);
    QCOMPARE(facts.equations, 1);
    QCOMPARE(facts.tables, 1);
    QVERIFY(facts.words.first() > 50);
    QVERIFY(isExternal(u"https://example.org/"_s));
    QVERIFY(!isExternal(u"../item-2/"_s));
  }

  void tabsTellAndLead() {
    ContentItem item = test::articleItem(1, u"T"_s, test::longText());
    DocumentSession session(store_, item);
    InspectorPane pane(*look_);
    pane.setCatalog(kinds_);
    pane.setClock(test::clock());
    pane.open(&session);
    QSignalSpy revisions(&pane, &InspectorPane::revisionsWanted);
    QSignalSpy backlinks(&pane, &InspectorPane::backlinksWanted);
    pane.show();
    pane.findChild<QTabBar*>()->setCurrentIndex(static_cast<int>(InspectorPane::Tab::History));
    QCOMPARE(revisions.count(), 1);
    Q_EMIT session.revisionsChanged();
    QCOMPARE(revisions.count(), 2);
    Revision revision;
    revision.id = RevisionId{7};
    revision.created = test::clock()().addSecs(-3600);
    pane.setRevisions({revision});
    QSignalSpy chosen(&pane, &InspectorPane::revisionRequested);
    Q_EMIT rows(pane)->chosen(0);
    QCOMPARE(chosen.first().first().toLongLong(), 7);
    pane.findChild<QTabBar*>()->setCurrentIndex(static_cast<int>(InspectorPane::Tab::Outline));
    QCOMPARE(backlinks.count(), 1);
    QTRY_VERIFY(rows(pane)->count() > 0);
    QSignalSpy line(&pane, &InspectorPane::lineActivated);
    Q_EMIT rows(pane)->chosen(0);
    QCOMPARE(line.first().first().toInt(), 4);
  }

  void moments() {
    const QDateTime now = test::clock()();
    QCOMPARE(momentText(now.addSecs(-60), now), now.addSecs(-60).toLocalTime().toString(u"HH:mm"_s));
    QVERIFY(momentText(now.addDays(-1), now).startsWith(u"yesterday"_s));
    QCOMPARE(momentText(now.addDays(-400), now), u"11 Feb 2025"_s);
  }

 private:
  static FieldEditor* editor(InspectorPane& pane, const QString& key) {
    for (FieldEditor* each : pane.findChildren<FieldEditor*>()) {
      if (each->spec().key == key) return each;
    }
    qFatal("no field %s", qPrintable(key));
  }
  /// The section "Publishing".
  static FoldSection* section(InspectorPane& pane) {
    for (QWidget* at = editor(pane, u"status"_s); at; at = at->parentWidget()) {
      if (auto* fold = qobject_cast<FoldSection*>(at)) return fold;
    }
    return nullptr;
  }
  /// Types into the field's line and leaves it.
  static void type(FieldEditor* field, const QString& text) {
    auto* line = field->findChild<QLineEdit*>();
    line->setText(text);
    Q_EMIT line->textEdited(text);
    Q_EMIT line->editingFinished();
  }
  static RowsView* rows(InspectorPane& pane) {
    for (RowsView* each : pane.findChildren<RowsView*>()) {
      if (each->isVisible()) return each;
    }
    return nullptr;
  }

  std::unique_ptr<Appearance> look_;
  std::shared_ptr<const KindCatalog> kinds_;
  StoreClient store_;
};

QTEST_MAIN(tst_Inspector)
#include "tst_Inspector.moc"
