#include "exporters/images/XmlText.h"

#include <iconv.h>
#include <QRegularExpression>
#include <QStringConverter>
#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// By the machine's own tables, which know several hundred encodings. A byte without a meaning becomes
/// U+FFFD.
XmlText byTables(const QByteArray& content, const QByteArray& encoding) {
  XmlText read{{}, false, true, true, QString::fromLatin1(encoding)};
  const iconv_t tables = iconv_open("UTF-8", encoding.constData());
  if (tables == reinterpret_cast<iconv_t>(-1)) {
    read.known = false;
    return read;
  }
  QByteArray bytes = content;
  char* from = bytes.data();
  auto left = static_cast<size_t>(bytes.size());
  QByteArray text;
  while (left > 0) {
    char buffer[4096];
    char* to = buffer;
    size_t room = sizeof buffer;
    const bool fits = iconv(tables, &from, &left, &to, &room) != static_cast<size_t>(-1);
    text.append(buffer, to - buffer);
    if (fits || errno == E2BIG) continue;
    read.whole = false;
    text.append("\xef\xbf\xbd");
    ++from;
    --left;
  }
  iconv_close(tables);
  read.text = QString::fromUtf8(text);
  return read;
}

QByteArray declaredEncoding(const QByteArray& content) {
  static const QRegularExpression declaration(
      u"^<\\?xml\\s[^>]*\\bencoding\\s*=\\s*[\"']([A-Za-z][A-Za-z0-9._:-]*)[\"']"_s);
  return declaration.match(QString::fromLatin1(content.left(256))).captured(1).toLatin1();
}

XmlText decoded(const QByteArray& content) {
  const auto shape = QStringConverter::encodingForData(content, u'<');
  const QByteArray name = shape ? QByteArray() : declaredEncoding(content);
  // That of the system is none that a file can mean.
  auto encoding =
      shape.value_or(QStringConverter::encodingForName(name.constData()).value_or(QStringConverter::System));
  // Sixteen bits for each character would have shown in the first two bytes.
  const bool wide = name.toUpper().startsWith("UTF-16") || name.toUpper().startsWith("UTF-32");
  if (name.isEmpty() ? !shape : wide) encoding = QStringConverter::Utf8;
  if (encoding == QStringConverter::System) return byTables(content, name);
  QStringDecoder decoder(encoding);
  XmlText read{decoder(content), encoding == QStringConverter::Utf8 && !wide, true, true,
               QString::fromLatin1(name)};
  read.whole = !decoder.hasError();
  return read;
}

}  // namespace

XmlText xmlText(const QByteArray& content) {
  XmlText read = decoded(content);
  // What 1.1 adds are control characters and line ends, which no drawing needs.
  static const QRegularExpression version(u"^(<\\?xml\\s+version\\s*=\\s*[\"'])1\\.[1-9]\\d*"_s);
  if (const auto match = version.match(read.text.left(64)); match.hasMatch()) {
    read.text.replace(0, match.capturedLength(), match.captured(1) + u"1.0"_s);
    read.plain = false;
  }
  return read;
}

bool isMarkup(const QByteArray& content) {
  return decoded(content.left(4096)).text.trimmed().startsWith(u'<');
}

}  // namespace offprint
