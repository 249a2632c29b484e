#pragma once
#include <QByteArray>
#include <QString>

namespace offprint {

/// A text in XML, whatever encoding it is in.
struct XmlText {
  QString text;
  bool plain = true;   ///< UTF-8 of XML 1.0, as it is written here
  bool whole = true;   ///< false: some bytes mean nothing in the encoding
  bool known = true;   ///< false: an encoding that this machine cannot read; no text then
  QString encoding{};  ///< as the file names it
};

/// By byte order mark, by the form of the first characters, by the declaration, else as UTF-8 (XML 1.0, 4.3.3
/// and appendix F).
XmlText xmlText(const QByteArray& content);

/// True when the file begins with a tag, a declaration or a comment.
bool isMarkup(const QByteArray& content);

}  // namespace offprint
