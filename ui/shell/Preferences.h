#pragma once
#include <QHash>
#include <QMap>
#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <QVariant>

#include "ui/widgets/Appearance.h"

namespace offprint {

/// Settings of the application, not of a library (app.md section 19): one file, one table of defaults. GUI
/// thread. The file, of a few kilobytes, is read once, before there is a window that could wait; what is set
/// is written on a thread of its own, one value after the other.
class Preferences : public QObject {
  Q_OBJECT
 public:
  /// `file`: an INI file, made when something is set.
  explicit Preferences(const QString& file, QObject* parent = nullptr);
  /// Waits until everything is written.
  ~Preferences() override;
  /// The user's file in the platform's place for settings.
  static QString defaultFile();

  Appearance::Mode look() const;
  void setLook(Appearance::Mode look);
  bool increasedContrast() const;
  void setIncreasedContrast(bool wanted);
  qreal textScale() const;  ///< 0.8 to 2
  void setTextScale(qreal scale);
  bool menuBar() const;
  void setMenuBar(bool shown);
  bool spelling() const;  ///< words are checked while writing
  void setSpelling(bool checked);
  bool statusBar() const;
  void setStatusBar(bool shown);
  bool formatBar() const;
  void setFormatBar(bool shown);
  bool lookUps() const;  ///< works may be looked up when the author asks for it
  void setLookUps(bool allowed);
  /// Addresses other than the standard ones of registries, by their names in resources/bibliography/lookup.json.
  QMap<QString, QString> lookupAddresses() const;
  void setLookupAddress(const QString& service, const QString& address);

  /// Folders of libraries, the last opened first; at most ten.
  QStringList recentLibraries() const;
  void rememberLibrary(const QString& folder);
  void forgetLibrary(const QString& folder);
  /// How often palette rows were run, for ranking: "command:item.rename" → count.
  int uses(const QString& row) const;
  void countUse(const QString& row);

 Q_SIGNALS:
  void changed();

 private:
  QVariant value(const char* key) const;
  void set(const char* key, const QVariant& value);
  void write(const QString& key, const QVariant& value);

  QString file_;
  QHash<QString, QVariant> values_;
  QThreadPool writer_;
};

/// Puts the preferences of look and text size into effect and keeps them so.
void followPreferences(Appearance& look, const Preferences& preferences);

}  // namespace offprint
