#pragma once
#include <QCoreApplication>
#include <QString>

namespace offprint {

/// A sentence for the user outside of a QObject, translated through the context "offprint".
/// Every string that a person may read goes through this or through tr() (gate: every string is
/// translatable).
inline QString say(const char* text) {
  return QCoreApplication::translate("offprint", text);
}
/// The same with a count, for plural forms ("%n item(s)").
inline QString say(const char* text, int count) {
  return QCoreApplication::translate("offprint", text, nullptr, count);
}

}  // namespace offprint
