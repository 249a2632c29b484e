#pragma once
#include <QPlainTextEdit>

namespace offprint {

/// Several lines of plain text. Pasting nothing does nothing: where an X server's clipboard has no owner,
/// Qt 6.4 hands on a null pointer, which QPlainTextEdit reads.
class PlainTextField : public QPlainTextEdit {
  Q_OBJECT
 public:
  using QPlainTextEdit::QPlainTextEdit;

 protected:
  bool canInsertFromMimeData(const QMimeData* source) const override;
  void insertFromMimeData(const QMimeData* source) override;
};

}  // namespace offprint
