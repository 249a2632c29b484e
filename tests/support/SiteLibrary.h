#pragma once
#include <QDir>
#include <QDirIterator>
#include <QMap>

#include "app/store/ContentRepository.h"
#include "app/store/Repositories.h"
#include "exporters/site/BuildNotes.h"
#include "exporters/site/OutputSink.h"
#include "exporters/site/SiteBuilder.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

namespace offprint::test {

/// Builds the library's site into the sink as the exporters do.
inline Result<BuildReport> buildSite(Library& library, OutputSink& sink, const Task& task = {},
                                     const SnapshotOptions& options = {}, BuildNotes* notes = nullptr) {
  const auto snapshot = must(SiteSnapshot::of(library, options));
  const auto theme =
      must(Theme::load(snapshot->site.theme, snapshot->libraryThemes, snapshot->builtInThemes));
  return SiteBuilder(snapshot, theme, [&library](ContentId id) { return library.content().getWhole(id); })
      .build(sink, task, notes);
}

/// Every file below the folder with its content.
inline QMap<QString, QByteArray> tree(const QString& folder) {
  QMap<QString, QByteArray> files;
  QDirIterator walk(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
  while (walk.hasNext()) {
    const QString path = walk.next();
    files.insert(QDir(folder).relativeFilePath(path), slurp(path));
  }
  return files;
}

/// The files without the manifest.
inline QMap<QString, QByteArray> withoutMarker(QMap<QString, QByteArray> files) {
  files.remove(kSiteMarker);
  return files;
}

/// A published article with everything that makes pages: tags, a topic, a series, links, a picture.
inline ContentItem published(const QString& title, const QString& date, const QString& body) {
  ContentItem item = article(title, body);
  item.status = Status::Published;
  item.date = Date::lenient(date);
  return item;
}

/// A small site of several kinds with media and links between items.
inline std::unique_ptr<Library> siteLibrary(const QString& folder) {
  auto library = newLibrary(folder);
  Site site = must(library->site().get());
  site.title = QStringLiteral("Sample Site");
  site.baseUrl = QStringLiteral("https://example.org/repo/");
  site.pageSize = 3;
  must(library->site().save(site));
  const MediaFile figure = must(library->media().add(
      QStringLiteral("a b#1.svg"), "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"3\"/>"));
  for (int i = 1; i <= 7; ++i) {
    ContentItem item = published(
        QStringLiteral("Article %1").arg(i), QStringLiteral("2025-0%1-10").arg(i),
        QStringLiteral("Text with [a link](/articles/article-%1/), a note[^1] and\n\n![A figure](<%2>)\n\n"
                       "## Part one\n\nMore.\n\n[^1]: The note.\n")
            .arg(i > 1 ? i - 1 : 2)
            .arg(figure.path));
    item.tags = {QStringLiteral("gpu"), QStringLiteral("tag %1").arg(i % 3)};
    item.topics = {i % 2 ? QStringLiteral("Systems/Memory") : QStringLiteral("Numerics")};
    if (i < 4) {
      item.series = QStringLiteral("First steps");
      item.seriesPart = i;
    }
    if (i == 5) item.aliases = {QStringLiteral("/old/five.html")};
    must(library->content().insert(item));
  }
  ContentItem talk = published(QStringLiteral("A talk"), QStringLiteral("2026-04"),
                               QStringLiteral("See [[article/article-1]].\n"));
  talk.kind = QStringLiteral("talk");
  must(library->content().insert(talk));
  ContentItem about = published(QStringLiteral("About"), {},
                                QStringLiteral("Hello from [part one](/articles/article-2/#part-one).\n"));
  about.kind = QStringLiteral("page");
  must(library->content().insert(about));
  return library;
}

}  // namespace offprint::test
