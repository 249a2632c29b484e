#pragma once
#include <QByteArray>

namespace offprint {

/// Appends text with & < > " as entities: the escaping of cmark-gfm, for text and attribute values.
void appendEscaped(QByteArray& out, const char* text, qsizetype length);
inline void appendEscaped(QByteArray& out, const QByteArray& text) {
  appendEscaped(out, text.constData(), text.size());
}
QByteArray escapedHtml(const QByteArray& text);
/// Appends an address as cmark-gfm writes it: what may not stand in one becomes %XX, & and ' entities.
void appendEscapedHref(QByteArray& out, const QByteArray& address);

}  // namespace offprint
