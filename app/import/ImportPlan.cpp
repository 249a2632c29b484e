#include "app/import/ImportPlan.h"

#include <algorithm>
#include <QFileInfo>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>

#include "app/content/Address.h"
#include "app/content/FrontMatter.h"
#include "app/content/Slug.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/import/ForeignKeys.h"
#include "app/import/ProfileEntries.h"
#include "app/import/SectionCascade.h"
#include "app/import/SourceAddress.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

const QStringList& taxonomies() {
  static const QStringList names = {u"authors"_s, u"tags"_s, u"categories"_s, u"publication_types"_s};
  return names;
}

Finding finding(Finding::Level level, const QString& code, const QString& message, const QString& file,
                int line = 0) {
  return {level, code, message, {}, file, line};
}

Finding noText(const QString& path) {
  return finding(Finding::Level::Error, u"file.not-text"_s,
                 say("This file is not a text in UTF-8 and was left out (it may be a picture or an archive, "
                     "UTF-16 without "
                     "its mark, or UTF-32). Save it as UTF-8 and import again if it is a text."),
                 path);
}

class Planner {
 public:
  Planner(const SourceFolder& folder, const SourceSettings& settings, const KindCatalog& kinds,
          ForeignContext context, const Task& task)
      : folder_(folder), settings_(settings), kinds_(kinds), context_(std::move(context)), task_(task) {}

  Result<ImportPlan> run() {
    for (const SourceFile& file : folder_.files) {
      const bool index = file.role == SourceFile::Role::Content && file.path.endsWith(u"/index.md"_s);
      const QString folder = file.path.section(u'/', 0, -2);
      if (index && folder_.flavour == SiteFlavour::Hugo && folder != folder_.contentDir) bundles_ << folder;
    }
    readSections();
    const qint64 total = std::count_if(folder_.files.begin(), folder_.files.end(), [](const SourceFile& f) {
      return f.role == SourceFile::Role::Content;
    });
    qint64 done = 0;
    for (const SourceFile& file : folder_.files) {
      if (file.role != SourceFile::Role::Content) continue;
      OFFPRINT_TRY(task_.check());
      task_.report(say("Reading texts"), ++done, total);
      plan_.items << readItem(file.path);
    }
    plan_.items << profileEntries(settings_, kinds_, context_);
    return std::move(plan_);
  }

 private:
  // ---- names and places -------------------------------------------------------------------------------

  QString belowContent(const QString& path) const {
    return folder_.contentDir.isEmpty() ? path : path.mid(folder_.contentDir.size() + 1);
  }

  /// "post.fr" → "post" with the language "fr", where the site has that language.
  QString takeLanguage(QString& stem) const {
    const QString code = stem.section(u'.', -1);
    if (code == stem || !settings_.languages.contains(code)) return {};
    stem.chop(code.size() + 1);
    return code;
  }

  /// The kind that claims a folder's name.
  const ContentKind* kindOfFolder(const QString& name) const {
    const QString folder = name.toLower();
    for (const ContentKind& kind : kinds_.all()) {
      if (kind.id == folder || kind.importFolders.contains(folder)) return &kind;
    }
    return nullptr;
  }

  const ContentKind* kindOf(const QStringList& folders, const FrontMatter& matter, const QString& stem,
                            bool dated) const {
    const QString own = valueText(matter.values.value(u"kind"_s));
    if (const ContentKind* kind = kinds_.find(own)) return kind;
    if (folder_.flavour == SiteFlavour::Plain) {
      for (qsizetype i = folders.size() - 1; i >= 0; --i) {
        if (const ContentKind* kind = kindOfFolder(folders[i])) return kind;
      }
    } else {
      QString section = folders.value(0);
      if (settings_.languages.contains(section)) section = folders.value(1);
      if (section.startsWith(u'_')) section.remove(0, 1);
      if (section == u"drafts"_s || folders.contains(u"_posts"_s)) section = u"posts"_s;
      if (const ContentKind* kind = kindOfFolder(section)) return kind;
    }
    for (const QString& key : {u"type"_s, u"layout"_s}) {
      const QString hint = valueText(matter.values.value(key));
      if (const ContentKind* kind = hint.isEmpty() ? nullptr : kindOfFolder(hint)) return kind;
    }
    static const QStringList pages = {u"index"_s, u"about"_s,  u"contact"_s, u"readme"_s,  u"now"_s,
                                      u"uses"_s,  u"resume"_s, u"imprint"_s, u"privacy"_s, u"404"_s};
    const bool text = folder_.flavour == SiteFlavour::Plain && (dated || !pages.contains(stem.toLower()));
    return text ? &kinds_.usual() : &kinds_.standingAlone();
  }

  // ---- sections ---------------------------------------------------------------------------------------

  /// What a section gives to its pages. A section that cannot be read for sure might keep them back: so does
  /// this import.
  void takeCascade(PlannedSection& section, const FrontMatter& matter, const QByteArray& bytes) {
    const QJsonValue cascade = matter.values.value(u"cascade"_s);
    const bool readable = cascade.isObject() || cascade.isArray();
    if (readable) cascade_.add(section.folder, section.path, cascade);
    if (!matter.repaired && matter.unsureLine == 0) return;
    const QByteArray start = bytes.left(bytes.size() - matter.body.toUtf8().size()).toLower();
    if (readable || !start.contains("cascade")) return;
    cascade_.add(section.folder, section.path, QJsonObject{{u"draft"_s, true}});
    section.findings << finding(
        Finding::Level::Error, u"cascade.unread"_s,
        say("What this section gives to its pages (\"cascade\") cannot be read: they were taken as drafts. "
            "Correct the front matter and import again."),
        section.path, qMax(1, matter.unsureLine));
  }

  void readSections() {
    cascade_.add({}, settings_.cascadeFile, settings_.cascade);
    cascade_.addDefaults(settings_.defaultsFile, settings_.defaults);
    for (const SourceFile& file : folder_.files) {
      if (file.role != SourceFile::Role::Section) continue;
      PlannedSection section;
      section.path = file.path;
      section.folder = belowContent(file.path).section(u'/', 0, -2);
      const auto bytes = files::read(folder_.absolute(file.path), kLargestText);
      if (!bytes) {
        section.findings << finding(Finding::Level::Error, u"file.unreadable"_s, bytes.error().message,
                                    file.path);
        plan_.sections << section;
        continue;
      }
      if (!isText(*bytes)) {
        section.findings << noText(file.path);
        plan_.sections << section;
        continue;
      }
      FrontMatter matter = readFrontMatter(*bytes);
      settleForeignKeys(matter, nullptr);
      section.values = matter.values;
      section.text = matter.body.trimmed();
      section.bodyLine = matter.bodyLine;
      section.hash = files::sha256(*bytes);
      section.findings = matter.findings;
      takeCascade(section, matter, *bytes);
      section.title = valueText(matter.values.value(u"linkTitle"_s)).trimmed();
      if (section.title.isEmpty()) section.title = valueText(matter.values.value(u"title"_s)).trimmed();
      if (section.title.isEmpty()) section.title = titleFromName(section.folder.section(u'/', -1));
      AddressParts parts;
      parts.folders = section.folder.split(u'/', Qt::SkipEmptyParts);
      section.oldAddress = hugoAddress(parts, settings_);
      for (Finding& f : section.findings)
        f.file = file.path;
      plan_.sections << section;
    }
    // Parents come before children: a topic's name holds those above it.
    std::stable_sort(
        plan_.sections.begin(), plan_.sections.end(), [](const PlannedSection& a, const PlannedSection& b) {
          return a.folder.count(u'/') < b.folder.count(u'/') || (a.folder.isEmpty() && !b.folder.isEmpty());
        });
    for (PlannedSection& section : plan_.sections)
      placeSection(section);
    std::stable_sort(plan_.sections.begin(), plan_.sections.end(),
                     [](const PlannedSection& a, const PlannedSection& b) { return a.path < b.path; });
  }

  void placeSection(PlannedSection& section) {
    const QString top = section.folder.section(u'/', 0, 0);
    if (section.folder.isEmpty()) {
      section.target = u"/"_s;
      return;
    }
    if (taxonomies().contains(top)) {
      if (top == u"tags"_s) section.target = u"/tags/"_s;
      return;
    }
    if (const ContentKind* kind = kindOfFolder(top); kind && !kind->indexPath.isEmpty()) {
      section.target = kind->indexPath;
      return;
    }
    QString name = plainTitle(section.title).replace(u'/', u'-').trimmed();
    const QString parent = topicOf(section.folder.section(u'/', 0, -2));
    section.topic = parent.isEmpty() ? name : parent + u'/' + name;
    QStringList slugs;
    for (const QString& part : section.topic.split(u'/'))
      slugs << slugify(part);
    section.target = u"/topics/"_s + slugs.join(u'/') + u'/';
    topics_.insert(section.folder, section.topic);
  }

  /// The topic of the nearest section at or above a folder.
  QString topicOf(QString folder) const {
    while (!folder.isEmpty()) {
      if (topics_.contains(folder)) return topics_.value(folder);
      folder = folder.section(u'/', 0, -2);
    }
    return {};
  }

  // ---- items ------------------------------------------------------------------------------------------

  PlannedItem readItem(const QString& path) {
    PlannedItem planned;
    planned.path = path;
    planned.folder = path.section(u'/', 0, -2);
    const auto bytes = files::read(folder_.absolute(path), kLargestText);
    if (!bytes) {
      const bool large = bytes.error().code == ErrorCode::InvalidInput;
      planned.findings << finding(
          Finding::Level::Error, large ? u"file.too-large"_s : u"file.unreadable"_s,
          large
              ? say("This file is larger than %1 MB and was left out. Split it, or take out what is no text.")
                    .arg(kLargestText / 1'000'000)
              : bytes.error().message,
          path);
      return planned;
    }
    if (!isText(*bytes)) {
      planned.findings << noText(path);
      return planned;
    }
    planned.hash = files::sha256(*bytes);
    FrontMatter matter = readFrontMatter(*bytes);
    settleForeignKeys(matter, nullptr);
    planned.findings = matter.findings;
    QStringList folders = belowContent(planned.folder).split(u'/', Qt::SkipEmptyParts);
    QString stem = QFileInfo(path).completeBaseName();
    AddressParts parts;
    parts.language = takeLanguage(stem);
    const QString language = parts.language;
    ForeignContext context = context_;
    takeDate(stem, context, folders);
    hideCollection(planned, context, folders);
    planned.bundle = stem == u"index"_s && folder_.flavour == SiteFlavour::Hugo && !folders.isEmpty();
    const bool index =
        stem == u"index"_s || (stem.toLower() == u"readme"_s && folder_.flavour == SiteFlavour::Plain);
    QString name = stem;
    if (index) name = folders.isEmpty() ? u"home"_s : folders.takeLast();
    context.nameTitle = titleFromName(name);
    const bool dated = !context.dateInName.isEmpty() || matter.values.contains(u"date"_s);
    planned.kind = kindOf(folders, matter, stem, dated);
    applyCascade(planned, matter, language);
    takeTitle(matter, context);
    const bool resource = isBundleResource(path, planned.bundle);
    context.draft = context.draft || resource;
    while (matter.body.startsWith(u'\n')) {
      matter.body.remove(0, 1);
      ++matter.bodyLine;
    }
    planned.bodyLine = matter.bodyLine;
    planned.item = readForeignItem(matter, *planned.kind, context, planned.findings);
    if (planned.item.language.isEmpty() && language != settings_.language.section(u'-', 0, 0))
      planned.item.language = language;
    setAddress(planned, folders, index && folders.isEmpty() && name == u"home"_s ? QString() : name, parts);
    refuseAddresses(planned);
    if (resource) {
      planned.oldAddress.clear();
      planned.findings << finding(
          Finding::Level::Note, u"bundle.text"_s,
          say("This text lies inside a page bundle, where Hugo makes no page of it: it is a draft here."),
          path);
    }
    const QString slug = planned.item.slug.isEmpty() ? name : planned.item.slug;
    planned.item.slug = slugify(slug, planned.item.language);
    const QString topic = topicOf(belowContent(planned.folder));
    if (!topic.isEmpty() && !planned.item.topics.contains(topic)) planned.item.topics << topic;
    for (Finding& f : planned.findings) {
      if (f.file.isEmpty()) f.file = path;
    }
    return planned;
  }

  /// The front matter of a page with what its sections give to it. A change there is a change of the page.
  void applyCascade(PlannedItem& planned, FrontMatter& matter, const QString& language) const {
    if (folder_.flavour == SiteFlavour::Plain) return;
    const QJsonObject own = matter.values;
    const QString folder = belowContent(planned.folder);
    const QString stem = QFileInfo(planned.path).completeBaseName();
    const QString name = language.isEmpty() ? stem : stem.chopped(language.size() + 1);
    QString path = folder.isEmpty() ? QString() : u'/' + folder;
    if (name != u"index"_s) path += u'/' + name;
    planned.findings << cascade_.apply(
        matter, {folder, path, language, planned.path, jekyllType(planned.path)}, *planned.kind);
    if (matter.values != own)
      planned.hash = files::sha256(planned.hash.toLatin1() +
                                   QJsonDocument(matter.values).toJson(QJsonDocument::Compact));
  }

  /// What Jekyll takes a text for.
  static QString jekyllType(const QString& path) {
    const QStringList folders = path.split(u'/').mid(0, path.count(u'/'));
    if (folders.contains(u"_drafts"_s)) return u"drafts"_s;
    if (folders.contains(u"_posts"_s)) return u"posts"_s;
    const QString top = folders.value(0);
    return top.startsWith(u'_') ? top.mid(1) : u"pages"_s;
  }

  /// Whether a text lies in a leaf bundle without being its page.
  bool isBundleResource(const QString& path, bool bundle) const {
    QString folder = path.section(u'/', 0, bundle ? -3 : -2);
    while (!folder.isEmpty()) {
      if (bundles_.contains(folder)) return true;
      folder = folder.section(u'/', 0, -2);
    }
    return false;
  }

  /// Jekyll writes the date into the name; plain files often do.
  void takeDate(QString& stem, ForeignContext& context, const QStringList& folders) const {
    static const QRegularExpression dated(u"^(\\d{4}-\\d{1,2}-\\d{1,2})-(.+)$"_s);
    if (const auto match = dated.match(stem); match.hasMatch() && folder_.flavour != SiteFlavour::Hugo) {
      context.dateInName = match.captured(1);
      stem = match.captured(2);
    }
    context.draft = folders.contains(u"_drafts"_s);
  }

  /// Jekyll makes pages of posts and of the collections that ask for them; of other folders with an
  /// underscore nothing, so that notes lie there that are for nobody.
  void hideCollection(PlannedItem& planned, ForeignContext& context, const QStringList& folders) const {
    const QString collection = folders.value(0);
    if (folder_.flavour != SiteFlavour::Jekyll || !collection.startsWith(u'_')) return;
    if (folders.contains(u"_posts"_s) || collection == u"_drafts"_s || collection == u"_pages"_s) return;
    if (settings_.collections.contains(collection.mid(1))) return;
    context.draft = true;
    planned.findings << finding(Finding::Level::Note, u"status.hidden"_s,
                                say("Jekyll made no page of what is in “%1” (the collection has no “output: "
                                    "true”): it is a draft here.")
                                    .arg(collection),
                                planned.path);
  }

  /// A plain file's title is its first heading.
  void takeTitle(FrontMatter& matter, ForeignContext& context) const {
    if (folder_.flavour != SiteFlavour::Plain || matter.values.contains(u"title"_s)) return;
    int lines = 0;
    const QString heading = takeTitleHeading(matter.body, lines);
    if (heading.isEmpty()) return;
    context.nameTitle = heading;
    matter.bodyLine += lines;
  }

  void setAddress(PlannedItem& planned, const QStringList& folders, const QString& name,
                  AddressParts parts) const {
    ContentItem& item = planned.item;
    parts.folders = folders;
    parts.stem = name;
    parts.slug = item.slug;
    parts.title = item.title;
    parts.categories = item.topics;
    parts.date = item.date;
    const QString written = item.permalink;
    switch (folder_.flavour) {
      case SiteFlavour::Plain:
        if (!written.isEmpty()) planned.oldAddress = item.permalink = cleanAddress(written);
        break;
      case SiteFlavour::Hugo:
        if (!written.isEmpty()) item.permalink = cleanAddress(written);
        planned.oldAddress = written.isEmpty() ? hugoAddress(parts, settings_) : item.permalink;
        break;
      case SiteFlavour::Jekyll: {
        const qsizetype posts = folders.indexOf(u"_posts"_s);
        QString collection = folders.value(0);
        if (posts >= 0 || collection == u"_drafts"_s) {
          parts.categories = folders.mid(0, qMax<qsizetype>(0, posts)) + parts.categories;
          collection = u"posts"_s;
          parts.folders = {};
        } else if (collection.startsWith(u'_') && collection != u"_pages"_s) {
          collection.remove(0, 1);
          parts.folders = folders.mid(1);
        } else {
          if (collection == u"_pages"_s) parts.folders = folders.mid(1);
          collection.clear();
        }
        if (!written.isEmpty()) item.permalink = jekyllPattern(written, parts, collection);
        planned.oldAddress = written.isEmpty() ? jekyllAddress(parts, collection, settings_) : item.permalink;
        break;
      }
    }
    for (QString& alias : item.aliases) {
      const bool relative = !alias.startsWith(u'/') && !alias.contains(u"://"_s);
      alias = cleanAddress(relative && folder_.flavour == SiteFlavour::Hugo
                               ? planned.oldAddress.section(u'/', 0, -3) + u'/' + alias
                               : alias);
    }
  }

  /// An address that leads out of the site, or that no page can have, is not taken over.
  static void refuseAddresses(PlannedItem& planned) {
    ContentItem& item = planned.item;
    if (const auto parts = addressParts(planned.oldAddress); !planned.oldAddress.isEmpty() && !parts) {
      if (!item.permalink.isEmpty())
        planned.findings << finding(
            Finding::Level::Error, u"permalink.invalid"_s,
            parts.error().message + u' ' + say("This item got the address of its kind instead."),
            planned.path);
      item.permalink.clear();
      planned.oldAddress.clear();
    }
    item.aliases.removeIf([&](const QString& alias) {
      const auto parts = addressParts(alias);
      if (!parts)
        planned.findings << finding(Finding::Level::Warning, u"alias.invalid"_s,
                                    parts.error().message + u' ' + say("It was left out."), planned.path);
      return !parts.has_value();
    });
  }

  const SourceFolder& folder_;
  const SourceSettings& settings_;
  const KindCatalog& kinds_;
  const ForeignContext context_;
  const Task& task_;
  QHash<QString, QString> topics_;  ///< by section folder
  QSet<QString> bundles_;           ///< folders of leaf bundles
  SectionCascade cascade_;
  ImportPlan plan_;
};

}  // namespace

Result<ImportPlan> planImport(const SourceFolder& folder, const SourceSettings& settings,
                              const KindCatalog& kinds, const QDateTime& now, bool draftsAsPublished,
                              const Task& task) {
  ForeignContext context;
  context.flavour = folder.flavour;
  context.settings = &settings;
  context.now = now;
  context.draftsAsPublished = draftsAsPublished;
  return Planner(folder, settings, kinds, context, task).run();
}

}  // namespace offprint
