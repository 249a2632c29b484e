#pragma once
#include <QJsonObject>

#include "exporters/publish/SftpFolders.h"

namespace offprint::sftp {

/// What a target of this kind says.
struct Settings {
  /// Whether the site is exchanged as a whole: where it can be, always (or not at all), never.
  enum class Exchange { Auto, On, Off };

  SshPlace ssh;
  QByteArray path;  ///< absolute, or below the folder in which the host puts its user
  Exchange exchange = Exchange::Auto;

  /// InvalidInput names the field.
  static Result<Settings> read(const QJsonObject& values);
};

/// Where a site lies on a host. Two ways lead there:
/// Releases: the place is a symbolic link to one of the folders in `NAME.releases` beside it; a new folder is
/// filled there (what stays gets a second name by hard links), and one rename of the link shows it.
/// Stepwise: the place is a folder; files are sent to temporary names beside it and then renamed into it.
struct Site {
  enum class Way { Releases, Stepwise };

  QByteArray place;    ///< absolute, without a slash at its end; empty: the host's root
  QByteArray root;     ///< the folder that holds the visible files: the place, or what its link names
  QByteArray current;  ///< Releases: name of the visible folder; empty: there is none yet
  QByteArray box;      ///< holds what is being sent, and the lock
  Way way = Way::Stepwise;
  bool exists = false;

  /// Looks the place up. Errors: Conflict (it is a file), Unsupported (it cannot be exchanged and has to be).
  static Result<Site> find(Line& line, const Settings& settings, const Task& task);

  QByteArray name() const { return place.mid(place.lastIndexOf('/') + 1); }
  QByteArray releases() const { return place + ".releases"; }
  QByteArray release(const QByteArray& named) const { return releases() + '/' + named; }
  /// What the link holds when it shows that folder.
  QByteArray linkTo(const QByteArray& named) const { return name() + ".releases/" + named; }

  /// Boxes in the place itself begin so, for accounts that cannot write beside it.
  static constexpr QByteArrayView kBox{".offprint-publish"};
};

/// Whether a folder in `NAME.releases` was made by a publication: its name is a moment and some letters.
bool isReleaseName(const QByteArray& name);
/// A name that comes after `current` in the order of names.
QByteArray newReleaseName(const QByteArray& current);

/// A symbolic link made and looked at: hosts do not agree on the order of its parts. Unsupported.
Result<void> makeLink(Line& line, const QByteArray& content, const QByteArray& path, const Task& task);

/// Puts a file in the place of another; in one step where the host can.
void askReplace(Line& line, const QByteArray& from, const QByteArray& to, const Line::Then& then);

}  // namespace offprint::sftp
