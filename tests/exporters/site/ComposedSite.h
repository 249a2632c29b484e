#pragma once
#include "exporters/site/SiteDownloads.h"
#include "tests/exporters/site/SampleSite.h"

namespace offprint::test {

/// A small site that a test fills item by item, and what its pages and files then hold.
class ComposedSite {
 protected:
  SampleSite sample_;
  std::unique_ptr<PageComposer> composer_;

  /// An empty site of Jo Mustermann's, at https://example.org/.
  void reset() {
    sample_ = {};
    sample_.snapshot->now = clock()();
    sample_.snapshot->data = resources().root();
    sample_.snapshot->builtInThemes = resources().path(QStringLiteral("themes"));
    sample_.snapshot->kinds = kinds();
    Site& site = sample_.snapshot->site;
    site.title = QStringLiteral("S");
    site.language = QStringLiteral("en");
    site.timeZone = QStringLiteral("UTC");
    site.baseUrl = QStringLiteral("https://example.org/");
    site.author = Person::parse(QStringLiteral("Jo Mustermann"));
  }

  static ContentItem item(const QString& kind, const QString& slug, const QString& title, const QString& date,
                          const QJsonObject& fields = {}) {
    ContentItem item;
    item.kind = kind;
    item.slug = slug;
    item.title = title;
    item.date = Date::lenient(date);
    item.status = Status::Published;
    item.fields = fields;
    return item;
  }

  void compose() { composer_ = std::make_unique<PageComposer>(sample_.map(), notebook()); }

  QString page(const QString& address) {
    const PageEntry* entry = composer_->map().pageAt(address);
    if (!entry) qFatal("no page %s", qPrintable(address));
    const auto item = sample_.items.constFind(entry->item);
    auto page = composer_->page(*entry, item == sample_.items.constEnd() ? nullptr : &*item);
    return QString::fromUtf8(page->html);
  }

  QString file(const QString& path) {
    return QString::fromUtf8(composer_->downloads().content(path).value_or("-"));
  }

  /// What Zotero reads ("Embedded Metadata.js"): meta elements by name, in their order.
  static QStringList metas(const QString& html, const QString& name) {
    const QRegularExpression tag(QStringLiteral("<meta name=\"%1\" content=\"([^\"]*)\">").arg(name));
    QStringList values;
    for (auto it = tag.globalMatch(html.section(QStringLiteral("</head>"), 0, 0)); it.hasNext();)
      values << it.next().captured(1);
    return values;
  }

  static QJsonObject data(const QString& html) {
    static const QRegularExpression script(
        QStringLiteral("<script type=\"application/ld\\+json\">(.*?)</script>"));
    return QJsonDocument::fromJson(script.match(html).captured(1).toUtf8()).object();
  }
};

}  // namespace offprint::test
