#pragma once
#include <QStringView>

#include "app/bibliography/LatexText.h"

namespace offprint {

/// One reading of a LaTeX text (LatexText::toUnicode). Arguments of commands are read by decoders of their
/// own, at most `kDeepest` within each other; deeper ones stay as written.
class LatexDecoder {
 public:
  LatexDecoder(const LatexText::Table& table, QStringView text, LatexText::Form form, int depth = 0)
      : table_(table), text_(text), form_(form), depth_(depth) {}
  QString run();

 private:
  static constexpr int kDeepest = 40;

  QChar at(qsizetype i) const { return i < text_.size() ? text_.at(i) : QChar(); }
  void skipBlanks();
  void openGroup();
  void closeGroup();
  void blank(QChar c);
  void letter(QChar c);
  void dashes();
  void quotes(QChar c);
  bool math();
  void putMath(QStringView formula);
  void command();
  void controlSymbol(QChar c);
  void controlWord(const QString& name);
  bool styleWord(const QString& name);
  void condition();
  void accent(QChar mark, const QString& spacing);
  QStringView argumentText();
  QString argument();
  QString decoded(QStringView text) const;
  void emphasise(const QString& mark, const QString& text);
  QString tag(const QString& mark, bool closing) const;
  QString shifted(const QString& text, const QHash<QChar, QChar>& forms) const;

  const LatexText::Table& table_;
  QStringView text_;
  LatexText::Form form_;
  int depth_;
  qsizetype i_ = 0;
  qsizetype mathEnd_ = -1;  ///< where in out_ the last formula ended
  bool quoted_ = false;     ///< inside of ‘…
  QStringList groups_;      ///< what each open group puts out at its end
  QString out_;
};

}  // namespace offprint
