#pragma once
#include <QTranslator>

namespace offprint {

/// Makes "%n item(s)" read "1 item" and "2 items" where no translation of another language is at hand: in the
/// program's own English texts "(s)" after a word stands for its plural. Installed before translations.
class EnglishPlurals : public QTranslator {
 public:
  using QTranslator::QTranslator;
  bool isEmpty() const override { return false; }
  QString translate(const char* context, const char* text, const char* disambiguation, int n) const override;
};

}  // namespace offprint
