#include "app/import/MediaIntake.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/store/Library.h"
#include "app/store/Repositories.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qint64 largestMedia = 4'000'000'000;
constexpr qint64 largestVector = 50'000'000;  // read whole, to look for scripts

/// The folder under media/: the source's, without the folders that only say "here are files".
QString mediaFolder(const SourceFolder& folder, const QString& path) {
  QStringList parts = path.section(u'/', 0, -2).split(u'/', Qt::SkipEmptyParts);
  const QStringList content = folder.contentDir.split(u'/', Qt::SkipEmptyParts);
  if (!content.isEmpty() && parts.mid(0, content.size()) == content) parts = parts.mid(content.size());
  static const QSet<QString> plain = {u"static"_s, u"assets"_s,  u"media"_s, u"images"_s, u"image"_s,
                                      u"img"_s,    u"uploads"_s, u"files"_s, u"public"_s};
  while (!parts.isEmpty() && plain.contains(parts.first().toLower()))
    parts.removeFirst();
  return parts.join(u'/');
}

/// Whether a vector picture could run code in a reader's browser.
bool holdsScript(const QByteArray& svg) {
  static const QRegularExpression script(u"<script|javascript:|\\son[a-z]+\\s*="_s,
                                         QRegularExpression::CaseInsensitiveOption);
  return script.match(QString::fromUtf8(svg)).hasMatch();
}

}  // namespace

MediaIntake::MediaIntake(Library& library, const SourceFolder& folder, bool dryRun)
    : library_(library), folder_(folder), dryRun_(dryRun) {}

Result<std::optional<MediaIntake::File>> MediaIntake::refuse(const QString& path, const QString& code,
                                                             const QString& message) {
  findings_ << Finding{Finding::Level::Error, code, message, {}, path, 0};
  refused_.insert(path, code == u"media.script"_s
                            ? say("it holds a script, which could run in a reader's browser")
                        : code == u"file.too-large"_s ? say("it is too large")
                                                      : say("it could not be read"));
  return std::optional<File>();
}

Result<std::optional<MediaIntake::File>> MediaIntake::refuseLarge(const QString& path, qint64 limit) {
  return refuse(path, u"file.too-large"_s,
                say("This file is larger than %1 MB and was left out. Put it on a file host and link to it.")
                    .arg(limit / 1'000'000));
}

Result<std::optional<MediaIntake::File>> MediaIntake::take(const QString& path) {
  if (refused_.contains(path)) return std::optional<File>();
  if (const auto known = taken_.constFind(path); known != taken_.constEnd()) return std::optional(*known);
  if (!before_) {
    const auto media = library_.media().list();
    if (!media) return media.error();
    before_.emplace();
    for (const MediaFile& file : *media)
      before_->insert(file.path, file.sha256);
  }
  const QString source = folder_.absolute(path);
  if (QFileInfo(source).size() > largestMedia) return refuseLarge(path, largestMedia);
  if (path.endsWith(u".svg"_s, Qt::CaseInsensitive)) {
    const auto bytes = files::read(source, largestVector);
    if (!bytes && bytes.error().code == ErrorCode::InvalidInput) return refuseLarge(path, largestVector);
    if (bytes && holdsScript(*bytes))
      return refuse(
          path, u"media.script"_s,
          say("This picture holds a script and was left out: it could run in a reader's browser. Save it "
              "without scripts and import again."));
  }
  const auto file = add(path, source);
  if (!file) {
    if (file.error().file != source) return file.error();
    return refuse(path, u"file.unreadable"_s, file.error().message);
  }
  taken_.insert(path, *file);
  return std::optional(*file);
}

/// The file in the library, or as it would be there. An error about reading it names `source`.
Result<MediaIntake::File> MediaIntake::add(const QString& path, const QString& source) {
  const QString folder = mediaFolder(folder_, path);
  File file;
  if (dryRun_) {
    const auto hash = files::sha256OfFile(source);
    if (!hash) return hash.error();
    const QString name = path.section(u'/', -1);
    const QString place = folder.isEmpty() ? name : folder + u'/' + name;
    file = {u"media/"_s + place.normalized(QString::NormalizationForm_C), *hash};
  } else {
    const auto added = library_.media().addFile(source, folder);
    if (!added) return added.error();
    file = {added->path, added->sha256};
  }
  file.known = before_->value(file.path) == file.sha256;
  return file;
}

bool isDocumentName(const QString& name) {
  static const QSet<QString> ends = {
      u"png"_s,  u"jpg"_s,  u"jpeg"_s, u"gif"_s, u"svg"_s,  u"webp"_s, u"avif"_s, u"bmp"_s,  u"tif"_s,
      u"tiff"_s, u"mp3"_s,  u"wav"_s,  u"ogg"_s, u"m4a"_s,  u"flac"_s, u"mp4"_s,  u"webm"_s, u"mov"_s,
      u"pdf"_s,  u"ps"_s,   u"djvu"_s, u"doc"_s, u"docx"_s, u"odt"_s,  u"ppt"_s,  u"pptx"_s, u"odp"_s,
      u"xls"_s,  u"xlsx"_s, u"ods"_s,  u"csv"_s, u"tsv"_s,  u"zip"_s,  u"epub"_s, u"ipynb"_s};
  return ends.contains(QFileInfo(name).suffix().toLower());
}

}  // namespace offprint
