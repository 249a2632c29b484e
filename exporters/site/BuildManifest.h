#pragma once
#include <functional>
#include <QByteArray>
#include <QMap>
#include <QSet>
#include <QString>
#include <QStringList>

namespace offprint {

/// What a build wrote under one path, and what that depended on.
struct BuiltFile {
  QByteArray sha256;  ///< lower-case hex
  qint64 bytes = 0;
  QByteArray key;  ///< of everything the content depends on; empty: compose it again, unless BuildNotes tell
  QStringList linked;
  QStringList media;
  QStringList pictures;  ///< those of `media` that are there in several sizes
};

/// The list of a site's files that lies beside them (`.offprint-site.json`). It holds no times: the same site
/// has the same manifest. Who uploads the folder may upload the list with it: it does not tell the addresses
/// of unlisted pages, whose files stand in it under `#` and a hash of their path.
struct BuildManifest {
  QMap<QString, BuiltFile> files;
  QSet<QString> unlisted;  ///< of `files`: those that write() gives no name; read() knows none

  /// An unreadable manifest, or one of another version of the program, is an empty one whose paths are kept:
  /// everything is composed again, and what the site no longer has is removed.
  static BuildManifest read(const QByteArray& json);
  QByteArray write() const;

  /// A written manifest with names for the files that have none; `paths` tells those that are there, and is
  /// asked only when it is needed.
  static QByteArray named(const QByteArray& json, const std::function<QStringList()>& paths);
};

}  // namespace offprint
