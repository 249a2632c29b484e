#include <QJsonArray>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QtTest>

#include "tests/support/ImportFixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

using Outcome = ImportedItem::Outcome;

/// What the importer of Markdown folders makes of Hugo, Jekyll and plain sources, and of bad ones.
class TestImportSources : public QObject, private test::ImportFixture {
  Q_OBJECT

 private Q_SLOTS:
  void init() { begin(); }
  void cleanup() { end(); }

  void findsFilesHoweverTheyAreSpelled() {
    const QString composed = u"Gr\u00f6\u00dfe.png"_s;
    write(u"a/"_s + composed.normalized(QString::NormalizationForm_D), "nfd");
    for (const QString& name : {u"Hannah&Lukas (39).jpg"_s, u"a b#1.png"_s, u"100%.svg"_s, u"q?.png"_s})
      write(u"a/"_s + name, name.toUtf8());
    const QString text =
        u"# T\n\n![](%1) ![](Hannah&Lukas%20(39).jpg) ![](Hannah&Lukas (39).jpg) ![](<a b#1.png>)\n"
        u"![](a%20b%231.png) ![](100%.svg) <img src=\"100%25.svg\"> ![](q%3F.png)\n"_s;
    write(u"a/text.md"_s, QString(text).replace(u"%1"_s, composed).toUtf8());
    QCOMPARE(finding(import(), u"link.dead"_s).message, QString());
    const QString body = item(u"article/text"_s).body;
    QStringList targets;
    static const QRegularExpression target(u"(?:\\(|src=\")(media/[^)\"]*)"_s);
    auto matches = target.globalMatch(body);
    while (matches.hasNext()) {
      const auto file = library->media().find(matches.next().captured(1));
      QVERIFY2(file.has_value(), qPrintable(body));
      targets << file->path.mid(8);
    }
    const QStringList expected = {composed,
                                  u"Hannah&Lukas (39).jpg"_s,
                                  u"Hannah&Lukas (39).jpg"_s,
                                  u"a b#1.png"_s,
                                  u"a b#1.png"_s,
                                  u"100%.svg"_s,
                                  u"100%.svg"_s,
                                  u"q?.png"_s};
    QCOMPARE(targets, expected);
  }

  void textsBeginWithTheirFirstWord() {
    write(u"hugo.toml"_s, "title = \"Site\"\n");
    write(u"content/posts/a.md"_s, "---\ntitle: A\n---\n\n \t\n\nText\n");
    write(u"content/posts/b.md"_s, "---\ntitle: B\n---\n\n{{/* a remark */}}\n\nText\n");
    write(u"content/posts/c.md"_s, "---\ntitle: C\n---\n\n    code\n");
    import();
    QCOMPARE(item(u"article/a"_s).body, u"Text\n"_s);
    QVERIFY2(!item(u"article/b"_s).body.startsWith(u'\n'), qPrintable(item(u"article/b"_s).body));
    QCOMPARE(item(u"article/c"_s).body, u"    code\n"_s);
  }

  void filesOfOneNameStayApart() {
    for (const QString& folder : {u"one"_s, u"two"_s}) {
      write(folder + u"/media/1.png"_s, folder.toUtf8());
      write(folder + u"/in-"_s + folder + u".md"_s, "# T\n\n![](media/1.png)\n");
    }
    import();
    for (const QString& folder : {u"one"_s, u"two"_s}) {
      const QString body = item(u"article/in-"_s + folder).body;
      const auto file = library->media().find(body.section(u'(', 1).section(u')', 0, 0));
      QVERIFY2(file.has_value(), qPrintable(body));
      QCOMPARE(test::slurp(library->media().storedAt(*file)), folder.toUtf8());
    }
  }

  void linksBetweenTextsLeadToTheirPages() {
    write(u"hugo.toml"_s, "title = \"Site\"\nbaseURL = \"https://me.example/repo/\"\n");
    write(u"content/posts/first/index.md"_s, "---\ntitle: First\n---\nx\n");
    write(u"content/posts/second.md"_s,
          "---\ntitle: Second\n---\n"
          "[a](../first/) [b](/posts/first/#part) [c](first/index.md) [d]({{< ref \"first\" >}})\n"
          "[e](https://me.example/repo/posts/first/) [f](/repo/about/) [g](/tags/some-tag/) [h](/posts/) "
          "[i](/)\n"
          "[j](https://elsewhere.example/) [k](#here) [l](mailto:a@b.org)\n");
    write(u"content/about.md"_s, "---\ntitle: About\n---\n");
    write(u"content/posts/_index.md"_s, "---\ntitle: Posts\n---\n");
    const ImportReport report = import();
    QCOMPARE(finding(report, u"link.dead"_s).message, QString());
    const auto section = std::find_if(report.items.begin(), report.items.end(), [](const ImportedItem& row) {
      return row.source == "content/posts/_index.md"_L1;
    });
    QVERIFY(section != report.items.end());
    QCOMPARE(section->place, u"/articles/"_s);
    QCOMPARE(item(u"article/second"_s).body,
             u"[a](/articles/first/) [b](/articles/first/#part) [c](/articles/first/) [d](/articles/first/)\n"
             u"[e](/articles/first/) [f](/about/) [g](/tags/some-tag/) [h](/articles/) [i](/)\n"
             u"[j](https://elsewhere.example/) [k](#here) [l](mailto:a@b.org)\n"_s);
    QCOMPARE(library->site().get()->title, u"Site"_s);
  }

  void deadLinksAreReportedWithTheirLine() {
    write(u"a.md"_s, "---\ntitle: A\n---\n\nfine\n\n![](gone.png)\n");
    const Finding dead = finding(import(), u"link.dead"_s);
    QCOMPARE(dead.file, u"a.md"_s);
    QCOMPARE(dead.line, 7);
    QVERIFY(dead.message.contains(u"gone.png"_s));
    QVERIFY(item(u"article/a"_s).body.contains(u"![](gone.png)"_s));
  }

  void hugoStatesAndAddresses() {
    write(u"config.yaml"_s, "title: T\npermalinks:\n  blog: /:year/:slug/\n");
    const auto post = [this](const QString& name, const QByteArray& matter) {
      write(u"content/blog/%1.md"_s.arg(name),
            "---\ntitle: " + name.toUtf8() + "\n" + matter + "---\ntext\n");
    };
    post(u"plain"_s, "date: 2020-02-03\naliases: [/old/one/, two]\n");
    post(u"draft"_s, "draft: true\n");
    post(u"later"_s, "date: 2020-01-01\npublishDate: 2030-01-02T03:04:05Z\n");
    post(u"future"_s, "date: 2031-01-01\n");
    post(u"pinned"_s, "date: 9999-06-15\n");
    post(u"expired"_s, "date: 2020-01-01\nexpiryDate: 2021-01-01\n");
    post(u"hidden"_s, "build:\n  list: never\n");
    post(u"moved"_s, "url: /somewhere/else/\n");
    post(u"named"_s, "date: 2020-01-01\nslug: other\n");
    post(u"broken"_s, "tags: [a\nweight: 3\n");
    write(u"content/blog/toml.md"_s,
          "+++\ntitle = \"Toml\"\ndate = 2020-01-01\n[params]\nx = 1\n+++\ntext\n");
    write(u"content/blog/json.md"_s, "{\n\"title\": \"Json\", \"date\": \"2020-01-01\"\n}\ntext\n");
    const ImportReport report = import();
    QCOMPARE(report.counts.value(u"article"_s), 12);
    QCOMPARE(item(u"article/plain"_s).aliases,
             QStringList({u"/old/one/"_s, u"/2020/two/"_s, u"/2020/plain/"_s}));
    QCOMPARE(item(u"article/draft"_s).status, Status::Draft);
    QCOMPARE(item(u"article/later"_s).status, Status::Scheduled);
    QCOMPARE(item(u"article/later"_s).publishAt.toString(Qt::ISODate), u"2030-01-02T03:04:05Z"_s);
    QCOMPARE(item(u"article/future"_s).status, Status::Scheduled);
    QCOMPARE(item(u"article/pinned"_s).status, Status::Published);
    QVERIFY(item(u"article/pinned"_s).pinned);
    QCOMPARE(item(u"article/expired"_s).status, Status::Draft);
    QCOMPARE(item(u"article/hidden"_s).status, Status::Unlisted);
    QCOMPARE(item(u"article/moved"_s).permalink, u"/somewhere/else/"_s);
    QCOMPARE(item(u"article/other"_s).title, u"named"_s);
    QCOMPARE(item(u"article/toml"_s).extra[u"params"_s], QJsonValue(QJsonObject{{u"x"_s, 1}}));
    QCOMPARE(item(u"article/json"_s).title, u"Json"_s);
    const Finding broken = finding(report, u"frontmatter.repaired"_s);
    QCOMPARE(broken.file, u"content/blog/broken.md"_s);
    QCOMPARE(broken.line, 3);
    QCOMPARE(item(u"article/broken"_s).extra[u"weight"_s], QJsonValue(3));
  }

  void sectionsDecideForTheirPages() {
    write(u"hugo.toml"_s,
          "title = \"T\"\n[[cascade]]\nBuild = {render = \"never\"}\n[cascade.target]\n"
          "path = \"/attic/**\"\n");
    const auto page = [this](const QString& path, const QByteArray& matter = {}) {
      write(u"content/"_s + path,
            "---\ntitle: " + path.section(u'/', -1).toUtf8() + "\n" + matter + "---\ntext\n");
    };
    write(u"content/secret/_index.md"_s, "---\nCascade:\n  Draft: true\n---\n");
    page(u"secret/a.md"_s);
    page(u"secret/b.md"_s, "draft: false\n");
    page(u"secret/deep/c/index.md"_s);
    write(u"content/secret/open/_index.md"_s, "---\ncascade: {draft: false}\n---\n");
    page(u"secret/open/d.md"_s);
    write(u"content/mixed/_index.md"_s,
          "---\ncascade:\n- _target: {path: '/mixed/{x,y}*'}\n  draft: true\n- target: {kind: section}\n  "
          "draft: "
          "true\n- target: {path: /mixed/listed}\n  build: {list: never}\n---\n");
    page(u"mixed/x1.md"_s);
    page(u"mixed/z.md"_s);
    page(u"mixed/listed.md"_s);
    page(u"attic/old.md"_s);
    write(u"content/torn/_index.md"_s, "---\ntitle: \"Open\ncascade: {draft: true\n---\n");
    page(u"torn/e.md"_s);
    const ImportReport report = import();
    const std::pair<QString, Status> expected[] = {
        {u"a-md"_s, Status::Draft},     {u"b-md"_s, Status::Published},     {u"index-md"_s, Status::Draft},
        {u"d-md"_s, Status::Published}, {u"x1-md"_s, Status::Draft},        {u"z-md"_s, Status::Published},
        {u"old-md"_s, Status::Draft},   {u"listed-md"_s, Status::Unlisted}, {u"e-md"_s, Status::Draft}};
    for (const auto& [name, status] : expected) {
      const auto all = library->content().list({}).value_or({});
      const auto found = std::find_if(all.begin(), all.end(), [&](const ItemSummary& row) {
        return QString(row.title).replace(u'.', u'-') == name;
      });
      QVERIFY2(found != all.end(), qPrintable(name));
      QVERIFY2(found->status == status, qPrintable(name));
    }
    QVERIFY(finding(report, u"status.cascade"_s).message.contains(u"hugo.toml"_s) ||
            finding(report, u"status.cascade"_s).message.contains(u"_index.md"_s));
    QCOMPARE(finding(report, u"cascade.unread"_s).file, u"content/torn/_index.md"_s);

    // What a section says anew reaches the pages below it.
    write(u"content/secret/_index.md"_s, "---\ntitle: Open now\n---\n");
    QCOMPARE(row(import(), u"content/secret/a.md"_s).outcome, Outcome::Changed);
  }

  void whatIsNoTextIsLeft() {
    write(u"good.md"_s, "# Good\n");
    QByteArray wide;
    QByteArray wider("\xFF\xFE\0\0", 4);
    for (const char c : QByteArray("---\ntitle: A\ndraft: true\n---\nText\n")) {
      wide += QByteArray(1, c) + '\0';
      wider += QByteArray(1, c) + QByteArray(3, '\0');
    }
    write(u"utf16.md"_s, wide);
    write(u"utf32.md"_s, wider);
    QByteArray noise;
    QRandomGenerator random(7);
    while (noise.size() < 20'000)
      noise += char(random.bounded(256));
    write(u"binary.md"_s, noise);
    const ImportReport report = import();
    QCOMPARE(report.counts.value(u"article"_s), 1);
    for (const QString& name : {u"utf16.md"_s, u"utf32.md"_s, u"binary.md"_s}) {
      QCOMPARE(row(report, name).outcome, Outcome::Left);
      QCOMPARE(row(report, name).findings.value(0).code, u"file.not-text"_s);
    }
  }

  void addressesOutsideTheSiteAreRefused() {
    write(u"hugo.yaml"_s, "title: T\n");
    write(u"content/posts/a.md"_s, "---\ntitle: A\nurl: \"/../../etc/x/\"\naliases: [/ok/, /../no/]\n---\n");
    write(u"content/b.md"_s, "---\ntitle: B\nurl: /x?y/\n---\n");
    const ImportReport report = import();
    QCOMPARE(item(u"article/a"_s).permalink, QString());
    QCOMPARE(item(u"article/a"_s).aliases, QStringList(u"/ok/"_s));
    QCOMPARE(item(u"page/b"_s).permalink, QString());
    QCOMPARE(finding(report, u"permalink.invalid"_s).level, Finding::Level::Error);
    QVERIFY(!finding(report, u"alias.invalid"_s).file.isEmpty());
  }

  void directivesShowFilesBesideTheText() {
    for (const QString& name : {u"r.mp4"_s, u"p.png"_s, u"r.vtt"_s})
      write(u"talks/"_s + name, name.toUtf8());
    write(u"talks/t.md"_s, "# T\n\n::video{src=r.mp4 poster=p.png captions=\"r.vtt\"}\n");
    import();
    QCOMPARE(item(u"talk/t"_s).body,
             u"::video{src=media/talks/r.mp4 poster=media/talks/p.png captions=\"media/talks/r.vtt\"}\n"_s);
    QCOMPARE(library->media().list().value_or({}).size(), 3);
  }

  void anOffprintFolderPublishesOnlyWhatSaysSo() {
    write(u"offprint.json"_s, R"({"format": "offprint-markdown", "version": 1})");
    const auto post = [this](const QString& name, const QByteArray& matter) {
      write(u"article/"_s + name + u".md"_s, "---\n" + matter + "slug: " + name.toUtf8() + "\n---\n\nText\n");
    };
    post(u"good"_s, "title: A\nstatus: published\n");
    post(u"list"_s, "title: A\nstatus: [published]\n");
    post(u"word"_s, "title: A\nstatus: publishd\n");
    post(u"none"_s, "title: A\n");
    post(u"torn"_s, "status: published\ntitle: \"A\n  status: draft\n  b\"\n");
    post(u"when"_s, "title: A\nstatus: scheduled\npublishAt: soon\n");
    const ImportReport report = import(ImportOptions{false, false});
    QCOMPARE(item(u"article/good"_s).status, Status::Published);
    for (const QString& name : {u"list"_s, u"word"_s, u"none"_s, u"torn"_s, u"when"_s}) {
      QVERIFY2(item(u"article/"_s + name).status == Status::Draft, qPrintable(name));
      QCOMPARE(item(u"article/"_s + name).body, u"Text\n"_s);
    }
    QCOMPARE(finding(report, u"frontmatter.unsure"_s).file, u"article/torn.md"_s);
    QCOMPARE(finding(report, u"frontmatter.unsure"_s).line, 4);
  }

  void textsInsideABundleAreNoPages() {
    write(u"hugo.yaml"_s, "title: T\n");
    write(u"content/blog/a/index.md"_s, "---\ntitle: A\n---\n\n\ntext\n");
    write(u"content/blog/a/part.md"_s, "---\ntitle: Part\n---\n");
    write(u"content/blog/a/deep/more.md"_s, "---\ntitle: More\n---\n");
    const ImportReport report = import();
    QCOMPARE(item(u"article/a"_s).status, Status::Published);
    QCOMPARE(item(u"article/a"_s).body, u"text\n"_s);
    QCOMPARE(item(u"article/part"_s).status, Status::Draft);
    QCOMPARE(item(u"article/more"_s).status, Status::Draft);
    QCOMPARE(row(report, u"content/blog/a/part.md"_s).findings.value(0).code, u"bundle.text"_s);
  }

  void draftsMayBeTakenAsPublished() {
    write(u"a.md"_s, "---\ntitle: A\ndraft: true\n---\n");
    import(ImportOptions{false, true});
    QCOMPARE(item(u"article/a"_s).status, Status::Published);
  }

  void hugoLanguages() {
    write(u"hugo.yaml"_s,
          "languages:\n  en: {languageName: English}\n  fr: {languageName: French}\nlanguageCode: en\n");
    write(u"content/posts/a.md"_s, "---\ntitle: A\n---\n");
    write(u"content/posts/a.fr.md"_s, "---\ntitle: A\n---\n");
    import();
    const QList<ContentItem> both = {item(u"article/a"_s), item(u"article/a-2"_s)};
    const qsizetype french = both[0].language == u"fr"_s ? 0 : 1;
    QCOMPARE(both[french].language, u"fr"_s);
    QCOMPARE(both[french].aliases, QStringList(u"/fr/posts/a/"_s));
    QCOMPARE(both[1 - french].language, u""_s);
  }

  void jekyllSites() {
    write(u"_config.yml"_s,
          "title: Blog\nurl: https://me.example\nbaseurl: /b\nauthor: {name: Ada Lovelace}\npermalink: "
          "pretty\ncollections: {talks: {output: true}, recipes: {}}\n");
    write(u"_private/plan.md"_s, "---\ntitle: Plan\n---\n");
    write(u"_recipes/soup.md"_s, "---\ntitle: Soup\n---\n");
    write(u"_posts/2020-01-02-First-Post.md"_s,
          "---\nlayout: post\ntitle: First\ncategories: news site\ntags: a b\n---\n"
          "{% highlight c %}\nint x;\n{% endhighlight %}\n![]({{ site.baseurl }}/assets/img/x.png)\n"
          "[n]({% post_url 2020-01-03-second %}) [o](/b/about/) {% include thing.html %}\n");
    write(u"_posts/2020-01-03-second.md"_s, "---\ntitle: Second\npublished: false\n---\n");
    write(u"_posts/2020-01-04-third.markdown"_s,
          "---\ntitle: Third\npermalink: /third/:year/\nredirect_from: [/3rd/]\n---\n");
    write(u"_posts/_under.md"_s, "---\ntitle: Under\n---\n");
    write(u"_posts/2031-01-04-future.md"_s, "---\ntitle: Future\n---\n");
    write(u"_drafts/idea.md"_s, "---\ntitle: Idea\n---\n");
    write(u"_talks/one.md"_s, "---\ntitle: One\ndate: 2026-05-01\nlocation: Berlin\n---\n");
    write(u"about.md"_s, "---\ntitle: About\nlayout: page\n---\n");
    write(u"index.html"_s, "---\nlayout: home\n---\n{% for post in site.posts %}{% endfor %}\n");
    write(u"README.md"_s, "# Repository\n");
    write(u"_layouts/post.html"_s, "<html>");
    write(u"assets/img/x.png"_s, "picture");
    write(u"assets/main.css"_s, "p {}");
    const ImportReport report = import();
    QCOMPARE(report.source, u"jekyll"_s);
    const auto hidden = [](const ImportedItem& row) {
      return row.findings.size() == 1 && row.findings.first().code == u"status.hidden"_s;
    };
    QCOMPARE(std::count_if(report.items.begin(), report.items.end(), hidden), 2);
    for (const ImportedItem& row : report.items) {
      if (hidden(row)) QCOMPARE(item(row.kind + u'/' + row.slug).status, Status::Draft);
    }
    QCOMPARE(report.counts.value(u"talk"_s), 1);
    const ContentItem first = item(u"article/first-post"_s);
    QCOMPARE(first.date.iso(), u"2020-01-02"_s);
    QCOMPARE(first.topics, QStringList({u"news"_s, u"site"_s}));
    QCOMPARE(first.tags, QStringList({u"a"_s, u"b"_s}));
    QCOMPARE(first.aliases, QStringList(u"/news/site/2020/01/02/First-Post/"_s));
    QVERIFY2(first.body.startsWith(
                 u"```c\nint x;\n```\n![](media/x.png)\n[n](/articles/second/) [o](/about/) `{% include"_s),
             qPrintable(first.body));
    QCOMPARE(item(u"article/second"_s).status, Status::Draft);
    QCOMPARE(item(u"article/third"_s).permalink, u"/third/2020/"_s);
    QCOMPARE(item(u"article/third"_s).aliases, QStringList(u"/3rd/"_s));
    QCOMPARE(item(u"article/future"_s).status, Status::Scheduled);
    QCOMPARE(item(u"article/idea"_s).status, Status::Draft);
    QCOMPARE(item(u"talk/one"_s).fields[u"place"_s].toString(), u"Berlin"_s);
    QCOMPARE(item(u"talk/one"_s).status, Status::Published);
    QCOMPARE(item(u"page/about"_s).permalink, u""_s);
    QVERIFY(report.otherFiles.contains(u"assets/img/x.png: copied as media/x.png"_s));
    const Site site = library->site().get().value_or({});
    QCOMPARE(site.author.family, u"Lovelace"_s);
    QCOMPARE(library->site().get()->baseUrl, u"https://me.example/b"_s);
  }

  /// What a site's settings keep back is not published by the import either.
  void jekyllSettingsKeepTextsBack() {
    write(u"_config.yml"_s,
          "title: Blog\nexclude: [private, '*.tmp.md', notes/todo.md]\ninclude: [private/shown.md]\n"
          "defaults:\n"
          "  - scope: {path: ''}\n    values: {tags: [all]}\n"
          "  - scope: {path: '_posts/secret', type: posts}\n    values: {published: false}\n"
          "  - scope: {path: 'club/*/minutes'}\n    values: {published: false}\n"
          "  - scope: {path: '_posts', type: drafts}\n    values: {published: false}\n");
    write(u"private/plan.md"_s, "---\ntitle: Plan\n---\n");
    write(u"private/shown.md"_s, "---\ntitle: Shown\n---\n");
    write(u"a.tmp.md"_s, "---\ntitle: Temporary\n---\n");
    write(u"notes/todo.md"_s, "---\ntitle: To do\n---\n");
    write(u"notes/done.md"_s, "---\ntitle: Done\n---\n");
    write(u"club/may/minutes/one.md"_s, "---\ntitle: Minutes\n---\n");
    write(u"club/may/report.md"_s, "---\ntitle: Report\n---\n");
    write(u"_posts/secret/2020-01-02-hidden.md"_s, "---\ntitle: Hidden\n---\n");
    write(u"_posts/secret/2020-01-03-open.md"_s, "---\ntitle: Open\npublished: true\n---\n");
    write(u"_posts/2020-01-04-plain.md"_s, "---\ntitle: Plain\n---\n");
    const ImportReport report = import();
    for (const QString& file : {u"private/plan.md"_s, u"a.tmp.md"_s, u"notes/todo.md"_s})
      QVERIFY2(report.otherFiles.contains(file + u": left: _config.yml keeps it out of the site"_s),
               qPrintable(report.otherFiles.join(u'\n')));
    QCOMPARE(item(u"page/shown"_s).status, Status::Published);
    QCOMPARE(item(u"page/done"_s).status, Status::Published);
    QCOMPARE(item(u"page/one"_s).status, Status::Draft);
    QCOMPARE(item(u"page/report"_s).status, Status::Published);
    QCOMPARE(item(u"article/hidden"_s).status, Status::Draft);
    QCOMPARE(item(u"article/open"_s).status, Status::Published);
    QCOMPARE(item(u"article/plain"_s).status, Status::Published);
    QCOMPARE(item(u"article/plain"_s).tags, QStringList(u"all"_s));
    QCOMPARE(finding(report, u"status.cascade"_s).level, Finding::Level::Note);
  }
  void hugoSettingsKeepTextsBack() {
    write(u"hugo.toml"_s, "title = 'T'\nignoreFiles = ['\\.ignored\\.md$', 'content/private/', '(']\n");
    write(u"content/a.ignored.md"_s, "---\ntitle: A\n---\n");
    write(u"content/private/b.md"_s, "---\ntitle: B\n---\n");
    write(u"content/c.md"_s, "---\ntitle: C\n---\n");
    const ImportReport report = import();
    QCOMPARE(report.items.size(), 1);
    QCOMPARE(item(u"page/c"_s).status, Status::Published);
    QVERIFY(report.otherFiles.contains(u"content/private/b.md: left: hugo.toml keeps it out of the site"_s));
    QCOMPARE(finding(report, u"settings.ignore-files"_s).file, u"hugo.toml"_s);
  }

  void plainFolders() {
    write(u"index.md"_s, "# Welcome\n\nHello\n");
    write(u"about.md"_s, "About me, see [[Deep Thoughts]] and ![[pic.png]].\n");
    write(u"notes/deep-thoughts.md"_s,
          "# Deep Thoughts\n\n## Part\n\nSee [about](../about.md#me) and [t](../talks/t.md).\n");
    write(u"notes/2024-05-06-dated_name.md"_s, "Text without a heading\n");
    write(u"talks/t.md"_s, "---\ntitle: T\ndate: 2026-01\n---\n");
    write(u"reading/list.md"_s, "---\ntitle: A Book\nurl: https://x.org\nauthor: Someone Else\n---\n");
    write(u"img/pic.png"_s, "p");
    write(u"tools.json"_s, "{}");
    write(u"LICENSE.md"_s, "# MIT\n");
    const ImportReport report = import();
    const QHash<QString, int> expected = {
        {u"article"_s, 2}, {u"talk"_s, 1}, {u"page"_s, 2}, {u"reading"_s, 1}};
    QCOMPARE(report.counts, expected);
    QCOMPARE(item(u"page/home"_s).title, u"Welcome"_s);
    QCOMPARE(item(u"page/home"_s).body, u"Hello\n"_s);
    QCOMPARE(item(u"page/about"_s).title, u"About"_s);
    QCOMPARE(item(u"page/about"_s).body,
             u"About me, see [Deep Thoughts](/articles/deep-thoughts/) and ![](media/pic.png).\n"_s);
    QCOMPARE(item(u"article/deep-thoughts"_s).body,
             u"## Part\n\nSee [about](/about/#me) and [t](/talks/t/).\n"_s);
    QCOMPARE(item(u"article/dated-name"_s).title, u"Dated name"_s);
    QCOMPARE(item(u"article/dated-name"_s).date.iso(), u"2024-05-06"_s);
    QCOMPARE(item(u"talk/t"_s).date.iso(), u"2026-01"_s);
    QCOMPARE(item(u"reading/list"_s).fields[u"author"_s].toString(), u"Someone Else"_s);
    QVERIFY(item(u"reading/list"_s).authors.isEmpty());
    QVERIFY(report.otherFiles.contains(u"LICENSE.md: left: about the repository, not a text of the site"_s));
    QVERIFY(report.otherFiles.contains(
        u"tools.json: left: no text shows it, and it is neither a picture nor a document"_s));
    write(u"alone/one.md"_s, "# Alone\n");
    QCOMPARE(import(source(u"alone/one.md"_s)).counts.value(u"article"_s), 1);
  }

  void addressesThatClashAreNamed() {
    write(u"hugo.yaml"_s, "title: T\n");
    write(u"content/a.md"_s, "---\ntitle: A\nurl: /same/\n---\n");
    write(u"content/b.md"_s, "---\ntitle: B\nurl: /same/\n---\n");
    write(u"content/x/c.md"_s, "---\ntitle: C\n---\n");
    write(u"content/y/c.md"_s, "---\ntitle: C\n---\n");
    const ImportReport report = import();
    const Finding clash = finding(report, u"address.taken"_s);
    QCOMPARE(clash.level, Finding::Level::Error);
    QCOMPARE(clash.file, u"content/b.md"_s);
    QVERIFY(clash.message.contains(u"page/a"_s));
    QCOMPARE(item(u"page/a"_s).permalink, u"/same/"_s);
    QCOMPARE(item(u"page/b"_s).permalink, u""_s);
    QCOMPARE(finding(report, u"slug.taken"_s).file, u"content/y/c.md"_s);
    QCOMPARE(item(u"page/c-2"_s).permalink, u"/y/c/"_s);
  }

  void badFilesAreReportedAndTheRestIsTaken() {
    write(u"good.md"_s, "# Good\n");
    write(u"latin.md"_s, "---\ntitle: Caf\xe9\n---\ntext\n");
    write(u"nul.md"_s, QByteArray("# Nul\n\na\0b\n", 11));
    write(u"open.md"_s, "---\ntitle: Open\n\ntext\n");
    write(u"huge.md"_s, "# Huge\n\n" + QByteArray("line of text\n").repeated(4'000'000));
    write(u"evil.svg"_s, "<svg><script>x</script></svg>");
    QTemporaryDir outside;
    test::spill(outside.filePath(u"secret.md"_s), "# Secret\n");
    QVERIFY(QFile::link(outside.filePath(u"secret.md"_s), source(u"link.md"_s)));
    QVERIFY(QFile::link(outside.path(), source(u"folder"_s)));
    QVERIFY(QFile::link(source(u"nowhere"_s), source(u"broken.md"_s)));
    QVERIFY(QFile::link(QFileInfo(source()).canonicalFilePath(), source(u"loop"_s)));
    const ImportReport report = import();
    QCOMPARE(report.counts.value(u"article"_s), 4);
    QCOMPARE(row(report, u"huge.md"_s).outcome, Outcome::Left);
    QCOMPARE(row(report, u"huge.md"_s).findings.value(0).code, u"file.too-large"_s);
    QCOMPARE(item(u"article/latin"_s).title, u"Caf\u00e9"_s);
    QCOMPARE(finding(report, u"file.not-utf8"_s).line, 2);
    QCOMPARE(finding(report, u"file.nul"_s).file, u"nul.md"_s);
    QCOMPARE(finding(report, u"frontmatter.unterminated"_s).file, u"open.md"_s);
    QStringList refused;
    for (const Finding& found : report.findings) {
      if (found.code == u"symlink.outside"_s) refused << found.file;
    }
    refused.sort();
    QCOMPARE(refused, QStringList({u"folder"_s, u"link.md"_s}));
    QCOMPARE(finding(report, u"symlink.broken"_s).file, u"broken.md"_s);
    QCOMPARE(finding(report, u"symlink.folder"_s).file, u"loop"_s);
    QCOMPARE(finding(report, u"media.script"_s).file, u"evil.svg"_s);
    QVERIFY(report.otherFiles.contains(
        u"evil.svg: left: it holds a script, which could run in a reader's browser"_s));
    QVERIFY(!library->content().find(u"article/secret"_s).has_value());
  }

  void namesThatAreNoTextAreReported() {
    write(u"good.md"_s, "# Good\n");
    write(u"sub/a.md"_s, "# A\n");
    for (const QByteArray& name : {QByteArray("bad\xff.md"), QByteArray("sub/p\xfe.png")}) {
      std::FILE* file = std::fopen((QFile::encodeName(source()) + '/' + name).constData(), "wb");
      if (!file) QSKIP("This file system takes only names in UTF-8.");
      std::fclose(file);
    }
    const ImportReport report = import();
    QCOMPARE(report.counts.value(u"article"_s), 2);
    QStringList named;
    for (const Finding& found : report.findings) {
      if (found.code == u"file.name"_s && found.level == Finding::Level::Error) named << found.file;
    }
    for (const QByteArray& name : {QByteArray("bad\xff.md"), QByteArray("sub/p\xfe.png")})
      std::remove((QFile::encodeName(source()) + '/' + name).constData());  // QTemporaryDir cannot
    named.sort();
    QCOMPARE(named, QStringList({u"bad\ufffd.md"_s, u"sub/p\ufffd.png"_s}));
  }

  void pathsNeverLeaveTheFolder() {
    write(u"a.md"_s,
          "---\ntitle: A\ncover: ../outside.png\n---\n"
          "![](../outside.png) ![](../../../../../../etc/passwd) ![](/etc/passwd)\n");
    write(u"../outside.png"_s, "secret");
    const ImportReport report = import();
    QCOMPARE(library->media().list().value_or({}).size(), 0);
    QCOMPARE(item(u"article/a"_s).cover, u""_s);
    QCOMPARE(item(u"article/a"_s).extra[u"cover"_s].toString(), u"../outside.png"_s);
    QCOMPARE(row(report, u"a.md"_s).findings.size(), 4);
  }
};

QTEST_GUILESS_MAIN(TestImportSources)
#include "tst_ImportSources.moc"
