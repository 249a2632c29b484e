#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <QHash>
#include <QMap>

#include "exporters/site/SiteMap.h"

namespace offprint {

class BibtexMapping;
class RisFormat;

/// Files that visitors take along: the author's works as BibTeX, RIS and CSL JSON (each work, each year,
/// all), events as calendars (each, and one feed of all), and the CV as JSON Resume and PDF. Immutable; any
/// thread. Nothing of works that are held for citing alone, and nothing that themes and reference programs
/// keep for themselves, is in them.
class SiteDownloads {
 public:
  /// `map` must outlive it. Without the program's tables (SiteSnapshot::data) there are calendars only.
  explicit SiteDownloads(const SiteMap& map);

  struct Link {
    QString label;  ///< "BibTeX"
    QString path;   ///< output path
  };
  using Links = QList<Link>;
  Links ofItem(ContentId item) const { return ofItem_.value(item); }
  /// Of a kind's index; `year` 0: of all.
  Links ofList(const QString& kind, int year = 0) const { return ofList_.value({kind, year}); }

  /// The entry that readers copy: clean BibTeX. Empty for items that are no works.
  QString bibtex(const ItemSummary& item) const;

  /// A file that the web engine prints from a page; not among paths().
  struct Print {
    QString path;
    const PageEntry* page = nullptr;
    QDateTime changed;  ///< the last change of what it shows
  };
  /// The CV as PDF.
  const std::optional<Print>& print() const { return print_; }

  QStringList paths() const { return files_.keys(); }
  /// Nothing when there is no such file.
  std::optional<QByteArray> content(const QString& path) const;

 private:
  using Works = QList<const ItemSummary*>;
  Links addReferences(const QString& base, const Works& works);
  void addWorks(const ContentKind& kind, const Works& works, const PageEntry* index);
  void addCalendars(const ContentKind& kind, const Works& events, const PageEntry* index);
  void addResume(const ContentKind& kind, const Works& entries, const PageEntry& index);

  const SiteMap& map_;
  const ContentKind* works_ = nullptr;
  std::shared_ptr<const BibtexMapping> mapping_;
  std::shared_ptr<const RisFormat> ris_;
  QMap<QString, std::function<QByteArray()>> files_;
  std::optional<Print> print_;
  QHash<ContentId, Links> ofItem_;
  QHash<std::pair<QString, int>, Links> ofList_;
};

}  // namespace offprint
