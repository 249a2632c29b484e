#include "app/bibliography/BibtexEncoding.h"

#include <algorithm>
#include <QRegularExpression>
#include <QStringEncoder>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qsizetype kHeaderBytes = 4096;
constexpr qsizetype kSampleBytes = 1'000'000;

using Byte = unsigned char;

Byte at(const QByteArray& bytes, qsizetype i) {
  return i < bytes.size() ? static_cast<Byte>(bytes[i]) : Byte(0);
}

/// Length of the character at `i` in Shift_JIS (JIS X 0208, appendix 1): 1 or 2.
int shiftJisLength(const QByteArray& bytes, qsizetype i) {
  const Byte lead = at(bytes, i);
  const bool two = (lead >= 0x81 && lead <= 0x9F) || (lead >= 0xE0 && lead <= 0xFC);
  return two && at(bytes, i + 1) >= 0x40 ? 2 : 1;
}

/// Length of the character at `i` in GB18030 (GB 18030-2005, section 5): 1, 2 or 4.
int gbLength(const QByteArray& bytes, qsizetype i) {
  if (at(bytes, i) < 0x81 || at(bytes, i) == 0xFF) return 1;
  const Byte second = at(bytes, i + 1);
  if (second >= 0x30 && second <= 0x39) return 4;
  return second >= 0x40 ? 2 : 1;
}

/// Names that authors and tools use, and the one that is meant.
QString usualName(QString name) {
  name = name.toLower().remove(u'_').remove(u'-').remove(u' ');
  static const QRegularExpression lineEnds(u"(unix|dos|mac)$"_s);
  name.remove(lineEnds);
  static const QHash<QString, QString> names{
      {u"utf8"_s, u"UTF-8"_s},
      {u"unicode(utf8)"_s, u"UTF-8"_s},
      {u"ascii"_s, u"UTF-8"_s},
      {u"usascii"_s, u"UTF-8"_s},
      {u"latin1"_s, u"windows-1252"_s},
      {u"iso88591"_s, u"windows-1252"_s},
      {u"isolatin1"_s, u"windows-1252"_s},
      {u"cp1252"_s, u"windows-1252"_s},
      {u"ansinew"_s, u"windows-1252"_s},
      {u"latin2"_s, u"ISO-8859-2"_s},
      {u"isolatin2"_s, u"ISO-8859-2"_s},
      {u"latin9"_s, u"ISO-8859-15"_s},
      {u"gbk"_s, u"GB18030"_s},
      {u"gb2312"_s, u"GB18030"_s},
      {u"sjis"_s, u"Shift_JIS"_s},
      {u"shiftjis"_s, u"Shift_JIS"_s},
      {u"windows31j"_s, u"Shift_JIS"_s},
      {u"gb18030"_s, u"GB18030"_s},
      {u"windows1252"_s, u"windows-1252"_s},
      {u"iso88592"_s, u"ISO-8859-2"_s},
      {u"iso885915"_s, u"ISO-8859-15"_s},
  };
  return names.value(name);
}

/// How many bytes above ASCII belong to a run of two or more: nearly all in Chinese and Japanese, few in
/// European languages, whose letters with accents stand alone.
double shareInRuns(const QByteArray& bytes, int (*length)(const QByteArray&, qsizetype)) {
  qsizetype high = 0;
  qsizetype paired = 0;
  const qsizetype end = std::min(bytes.size(), kSampleBytes);
  for (qsizetype i = 0; i < end;) {
    const int size = length(bytes, i);
    if (at(bytes, i) >= 0x80) {
      ++high;
      const bool neighbour = at(bytes, i + size) >= 0x80 || (i > 0 && at(bytes, i - 1) >= 0x80);
      if (size > 1 && neighbour) ++paired;
    }
    i += size;
  }
  return high ? static_cast<double>(paired) / static_cast<double>(high) : 0;
}

/// Japanese is full of kana, which Shift_JIS writes with the leads 0x82 and 0x83.
bool looksJapanese(const QByteArray& bytes) {
  qsizetype characters = 0;
  qsizetype kana = 0;
  for (qsizetype i = 0; i < std::min(bytes.size(), kSampleBytes);) {
    const int size = shiftJisLength(bytes, i);
    if (size == 2) {
      ++characters;
      if (at(bytes, i) == 0x82 || at(bytes, i) == 0x83) ++kana;
    }
    i += size;
  }
  return characters > 0 && kana * 5 >= characters;
}

bool decodes(const QByteArray& bytes, const QString& name) {
  QStringDecoder decoder(name.toLatin1().constData());
  if (!decoder.isValid()) return false;
  const QString text = decoder(bytes.left(kSampleBytes));
  // A sample may end inside a character.
  return !decoder.hasError() &&
         !QStringView(text).left(text.size() - 1).contains(QChar::ReplacementCharacter);
}

bool isUtf8(const QByteArray& bytes) {
  QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
  for (qsizetype i = 0; i < bytes.size();) {
    qsizetype end = std::min(i + kSampleBytes, bytes.size());
    while (end < bytes.size() && (at(bytes, end) & 0xC0) == 0x80)
      ++end;
    const QString text = decoder(QByteArrayView(bytes).sliced(i, end - i));
    if (decoder.hasError()) return false;
    i = end;
  }
  return true;
}

}  // namespace

BibtexEncoding::BibtexEncoding(QByteArray bytes) : bytes_(std::move(bytes)) {
  readByteOrderMark();
  if (!mark_ && !readHeader()) detect();
  decoder_ = QStringDecoder(name_.toLatin1().constData());
  mask();
}

void BibtexEncoding::readByteOrderMark() {
  const auto is = [this](const char* mark, const QString& name, int unit) {
    if (!bytes_.startsWith(mark)) return false;
    mark_ = static_cast<int>(qstrlen(mark));
    name_ = name;
    unit_ = unit;
    declared_ = true;
    return true;
  };
  is("\xEF\xBB\xBF", u"UTF-8"_s, 1) || is("\xFF\xFE", u"UTF-16LE"_s, 2) || is("\xFE\xFF", u"UTF-16BE"_s, 2);
}

bool BibtexEncoding::readHeader() {
  static const QRegularExpression header(
      u"^[%\\s]*(?:Encoding:|.*-\\*-.*?coding:|Saved with string encoding)\\s*([\\w ()-]*[\\w)])"_s,
      QRegularExpression::CaseInsensitiveOption | QRegularExpression::MultilineOption);
  const QString first = QString::fromLatin1(bytes_.left(kHeaderBytes));
  auto matches = header.globalMatch(first);
  while (matches.hasNext()) {
    QString written = matches.next().captured(1).trimmed();
    if (written.endsWith(" -"_L1)) written.chop(2);
    name_ = usualName(written);
    // A header that the bytes refute was left behind by another program.
    if (name_.isEmpty() || (name_ == "UTF-8"_L1 && !isUtf8(bytes_))) continue;
    declared_ = true;
    return true;
  }
  return false;
}

void BibtexEncoding::detect() {
  if (isUtf8(bytes_))
    name_ = u"UTF-8"_s;
  else if (shareInRuns(bytes_, shiftJisLength) > 0.6 && looksJapanese(bytes_) &&
           decodes(bytes_, u"Shift_JIS"_s))
    name_ = u"Shift_JIS"_s;
  else if (shareInRuns(bytes_, gbLength) > 0.6 && decodes(bytes_, u"GB18030"_s))
    name_ = u"GB18030"_s;
  else
    name_ = u"windows-1252"_s;
}

void BibtexEncoding::mask() {
  constexpr char kOther = '\x80';
  if (unit_ == 2) {
    const int low = name_ == "UTF-16LE"_L1 ? 0 : 1;
    const qsizetype size = (bytes_.size() - mark_ + 1) / 2;  // an odd byte at the end counts as a unit
    marks_.resize(size);
    for (qsizetype i = 0; i < size; ++i) {
      const Byte value = at(bytes_, mark_ + 2 * i + low);
      const bool ascii = at(bytes_, mark_ + 2 * i + 1 - low) == 0 && value < 0x80;
      const bool space = at(bytes_, mark_ + 2 * i + 1 - low) == 0 && value == 0xA0;
      marks_[i] = ascii ? static_cast<char>(value) : space ? ' ' : kOther;
    }
    return;
  }
  marks_ = mark_ ? bytes_.mid(mark_) : bytes_;
  if (name_ == "UTF-8"_L1) {
    if (marks_.contains("\xC2\xA0")) marks_.replace("\xC2\xA0", "  ");
    return;
  }
  const bool japanese = name_ == "Shift_JIS"_L1;
  if (!japanese && name_ != "GB18030"_L1) {
    if (marks_.contains('\xA0')) marks_.replace('\xA0', ' ');
    return;
  }
  for (qsizetype i = 0; i < bytes_.size();) {
    const int size = japanese ? shiftJisLength(bytes_, i) : gbLength(bytes_, i);
    for (qsizetype k = i; size > 1 && k < std::min(i + size, marks_.size()); ++k)
      marks_[k] = kOther;
    i += size;
  }
}

QByteArray BibtexEncoding::source(qsizetype from, qsizetype to) const {
  const qsizetype begin = from == 0 ? 0 : mark_ + from * unit_;
  const qsizetype end = std::min(mark_ + to * unit_, bytes_.size());
  return bytes_.mid(begin, end - begin);
}

QString BibtexEncoding::text(qsizetype from, qsizetype to) const {
  const qsizetype begin = mark_ + from * unit_;
  const QByteArrayView slice =
      QByteArrayView(bytes_).sliced(begin, std::min(mark_ + to * unit_, bytes_.size()) - begin);
  if (name_ == "UTF-8"_L1) return QString::fromUtf8(slice);
  decoder_.resetState();
  return decoder_(slice);
}

std::optional<QByteArray> BibtexEncoding::encode(const QString& text, const QString& encoding) {
  if (encoding == "UTF-8"_L1) return text.toUtf8();
  QStringEncoder encoder(encoding.toLatin1().constData());
  if (!encoder.isValid()) return std::nullopt;
  const QByteArray bytes = encoder(text);
  QStringDecoder back(encoding.toLatin1().constData());
  const QString again = back(bytes);
  if (encoder.hasError() || again != text) return std::nullopt;
  return bytes;
}

}  // namespace offprint
