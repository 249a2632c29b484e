#pragma once
#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <QString>

#include "app/content/Finding.h"

namespace offprint {

/// What a site has set of a theme's options (theme.json, "options"; resources/themes/README.md), read and
/// checked once. What is not set, and what cannot be used, is as the theme has it.
struct ThemeOptions {
  QByteArray styles;  ///< rules that set the theme's variables; empty when all is as the theme has it
  QJsonObject view;   ///< what templates see as "options": switches, choices by name, "classes"
  Findings
      findings;  ///< unknown options and values, colours of too little contrast with the nearest that has

  /// `declared`: the theme's options; `values`: the site's by id; `label`: what messages call the theme.
  static ThemeOptions read(const QJsonArray& declared, const QJsonObject& values, const QString& label);
};

/// The options of a theme over those it inherits: one of the same id takes the other's place.
QJsonArray optionsOver(const QJsonArray& own, QJsonArray inherited);

}  // namespace offprint
