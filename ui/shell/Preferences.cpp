#include "ui/shell/Preferences.h"

#include <algorithm>
#include <QSettings>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qsizetype mostRecent = 10;

const QHash<QByteArray, QVariant>& defaults() {
  static const QHash<QByteArray, QVariant> table = {
      {"appearance/look", u"system"_s}, {"appearance/contrast", false},      {"appearance/textScale", 1.0},
      {"writing/spelling", true},       {"window/menuBar", false},           {"window/statusBar", true},
      {"window/formatBar", false},      {"libraries/recent", QStringList()}, {"network/lookUps", true},
  };
  return table;
}

}  // namespace

Preferences::Preferences(const QString& file, QObject* parent) : QObject(parent), file_(file) {
  writer_.setMaxThreadCount(1);
  const QSettings stored(file_, QSettings::IniFormat);
  for (const QString& key : stored.allKeys())
    values_.insert(key, stored.value(key));
}

Preferences::~Preferences() {
  writer_.waitForDone();
}

QString Preferences::defaultFile() {
  return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
         u"/offprint/preferences.ini"_s;
}

QVariant Preferences::value(const char* key) const {
  return values_.value(QLatin1StringView(key), defaults().value(key));
}

void Preferences::set(const char* key, const QVariant& value) {
  if (this->value(key) == value) return;
  write(QLatin1StringView(key), value);
  Q_EMIT changed();
}

void Preferences::write(const QString& key, const QVariant& value) {
  values_.insert(key, value);
  writer_.start([file = file_, key, value] { QSettings(file, QSettings::IniFormat).setValue(key, value); });
}

Appearance::Mode Preferences::look() const {
  const QString look = value("appearance/look").toString();
  return look == u"light"_s  ? Appearance::Mode::Light
         : look == u"dark"_s ? Appearance::Mode::Dark
                             : Appearance::Mode::System;
}

void Preferences::setLook(Appearance::Mode look) {
  set("appearance/look", look == Appearance::Mode::Light  ? u"light"_s
                         : look == Appearance::Mode::Dark ? u"dark"_s
                                                          : u"system"_s);
}

bool Preferences::increasedContrast() const {
  return value("appearance/contrast").toBool();
}

void Preferences::setIncreasedContrast(bool wanted) {
  set("appearance/contrast", wanted);
}

qreal Preferences::textScale() const {
  return std::clamp(value("appearance/textScale").toDouble(), 0.8, 2.0);
}

void Preferences::setTextScale(qreal scale) {
  set("appearance/textScale", std::clamp(scale, 0.8, 2.0));
}

bool Preferences::menuBar() const {
  return value("window/menuBar").toBool();
}

void Preferences::setMenuBar(bool shown) {
  set("window/menuBar", shown);
}

bool Preferences::spelling() const {
  return value("writing/spelling").toBool();
}

void Preferences::setSpelling(bool checked) {
  set("writing/spelling", checked);
}

bool Preferences::statusBar() const {
  return value("window/statusBar").toBool();
}

void Preferences::setStatusBar(bool shown) {
  set("window/statusBar", shown);
}

bool Preferences::formatBar() const {
  return value("window/formatBar").toBool();
}

void Preferences::setFormatBar(bool shown) {
  set("window/formatBar", shown);
}

bool Preferences::lookUps() const {
  return value("network/lookUps").toBool();
}

void Preferences::setLookUps(bool allowed) {
  set("network/lookUps", allowed);
}

QMap<QString, QString> Preferences::lookupAddresses() const {
  QMap<QString, QString> addresses;
  for (const QString& service : {u"doi"_s, u"arxiv"_s, u"books"_s, u"works"_s})
    addresses.insert(service, values_.value(u"network/lookup-"_s + service).toString());
  return addresses;
}

void Preferences::setLookupAddress(const QString& service, const QString& address) {
  write(u"network/lookup-"_s + service, address.trimmed());
  Q_EMIT changed();
}

QStringList Preferences::recentLibraries() const {
  return value("libraries/recent").toStringList();
}

void Preferences::rememberLibrary(const QString& folder) {
  QStringList recent = recentLibraries();
  recent.removeAll(folder);
  recent.prepend(folder);
  set("libraries/recent", recent.mid(0, mostRecent));
}

void Preferences::forgetLibrary(const QString& folder) {
  QStringList recent = recentLibraries();
  recent.removeAll(folder);
  set("libraries/recent", recent);
}

int Preferences::uses(const QString& row) const {
  return values_.value(u"uses/"_s + row).toInt();
}

void Preferences::countUse(const QString& row) {
  write(u"uses/"_s + row, uses(row) + 1);
}

void followPreferences(Appearance& look, const Preferences& preferences) {
  const auto apply = [&look, &preferences] {
    look.setMode(preferences.look());
    look.setIncreasedContrast(preferences.increasedContrast());
    look.setTextScale(preferences.textScale());
  };
  QObject::connect(&preferences, &Preferences::changed, &look, apply);
  apply();
}

}  // namespace offprint

#include "moc_Preferences.cpp"
