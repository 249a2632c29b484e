#include "exporters/markdown/ParsedDocument.h"

namespace offprint {

void RenderedBlock::setHtml(QByteArray text) {
  html = std::move(text);
  hash = qHashBits(html.constData(), static_cast<size_t>(html.size()), 0);
}

QByteArray ParsedDocument::html() const {
  QByteArray all;
  qsizetype size = 0;
  for (const RenderedBlock& block : blocks)
    size += block.html.size();
  all.reserve(size);
  for (const RenderedBlock& block : blocks)
    all += block.html;
  return all;
}

}  // namespace offprint
