#include "exporters/site/BuildNotes.h"

#include <QDataStream>
#include <QIODevice>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr auto kStream = QDataStream::Qt_6_4;

/// Other programs compose other pages and word findings otherwise.
constexpr QLatin1StringView kHeader{"offprint-notes 1 " OFFPRINT_VERSION};

QDataStream& operator<<(QDataStream& stream, const Finding& finding) {
  return stream << static_cast<qint32>(finding.level) << finding.code << finding.message << finding.item
                << finding.file << static_cast<qint32>(finding.line);
}

QDataStream& operator>>(QDataStream& stream, Finding& finding) {
  qint32 level = 0;
  qint32 line = 0;
  stream >> level >> finding.code >> finding.message >> finding.item >> finding.file >> line;
  if (level < 0 || level > static_cast<qint32>(Finding::Level::Error))
    stream.setStatus(QDataStream::ReadCorruptData);
  finding.level = static_cast<Finding::Level>(level);
  finding.line = line;
  return stream;
}

}  // namespace

BuildNotes BuildNotes::read(const QByteArray& bytes) {
  QDataStream stream(bytes);
  stream.setVersion(kStream);
  QString first;
  qint32 count = 0;
  stream >> first >> count;
  if (first != kHeader) return {};
  BuildNotes notes;
  for (qint32 i = 0; i < count && stream.status() == QDataStream::Ok; ++i) {
    QString path;
    PageNote note;
    qint32 findings = 0;
    stream >> path >> note.sha256 >> note.key >> note.linked >> note.missing >> note.media >> findings;
    for (qint32 n = 0; n < findings && stream.status() == QDataStream::Ok; ++n) {
      Finding finding;
      stream >> finding;
      note.findings += finding;
    }
    notes.pages.insert(path, note);
  }
  return stream.status() == QDataStream::Ok && stream.atEnd() ? notes : BuildNotes();
}

QByteArray BuildNotes::write() const {
  QByteArray bytes;
  QDataStream stream(&bytes, QIODevice::WriteOnly);
  stream.setVersion(kStream);
  stream << QString(kHeader) << static_cast<qint32>(pages.size());
  QStringList paths = pages.keys();
  paths.sort();  // the same notes are the same bytes
  for (const QString& path : std::as_const(paths)) {
    const PageNote note = pages.value(path);
    stream << path << note.sha256 << note.key << note.linked << note.missing << note.media
           << static_cast<qint32>(note.findings.size());
    for (const Finding& finding : note.findings)
      stream << finding;
  }
  return bytes;
}

}  // namespace offprint
