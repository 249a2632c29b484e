#include "ui/widgets/PlainTextField.h"

#include <QMimeData>

namespace offprint {

bool PlainTextField::canInsertFromMimeData(const QMimeData* source) const {
  return source && source->hasText();
}

void PlainTextField::insertFromMimeData(const QMimeData* source) {
  if (source && source->hasText()) insertPlainText(source->text());
}

}  // namespace offprint
