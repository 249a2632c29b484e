#include "app/content/Address.h"

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qsizetype kLongestPart = 200;  // bytes; file systems take 255, a writer's temporary name needs some

bool isHex(QChar c) {
  return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f') || (c >= u'A' && c <= u'F');
}

/// Decodes only when every "%" begins an escape: "100%" is a name as it stands.
QString percentDecoded(const QString& text) {
  if (!text.contains(u'%')) return text;
  for (qsizetype i = text.indexOf(u'%'); i >= 0; i = text.indexOf(u'%', i + 1)) {
    if (i + 2 >= text.size() || !isHex(text.at(i + 1)) || !isHex(text.at(i + 2))) return text;
  }
  const QString decoded = QString::fromUtf8(QByteArray::fromPercentEncoding(text.toUtf8()));
  return decoded.contains(QChar::ReplacementCharacter) ? text : decoded;
}

Error refused(const QString& address, const QString& why) {
  return makeError(ErrorCode::InvalidInput, say("The address \"%1\" %2.").arg(address, why));
}

}  // namespace

Result<QStringList> addressParts(const QString& written) {
  if (!written.startsWith(u'/')) return refused(written, say("must begin with \"/\""));
  if (written.startsWith("//"_L1)) return refused(written, say("leads to another host"));
  const QString decoded = percentDecoded(written).normalized(QString::NormalizationForm_C);
  QStringList parts;
  for (const QString& part : decoded.split(u'/', Qt::SkipEmptyParts)) {
    if (part == ".."_L1 || part == "."_L1) return refused(written, say("leaves the site (\"..\" or \".\")"));
    for (const QChar c : part) {
      if (c.unicode() < 0x20 || c.unicode() == 0x7f || c == u'\\' || c == u'?' || c == u'#')
        return refused(written, say("holds a character that an address of a page cannot hold"));
    }
    if (part.toUtf8().size() > kLongestPart)
      return refused(written, say("has a part of more than 200 bytes"));
    parts += part;
  }
  return parts;
}

}  // namespace offprint
