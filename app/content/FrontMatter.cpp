#include "app/content/FrontMatter.h"

#include <array>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QStringDecoder>

#include "app/content/FrontMatterBlock.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using frontmatter::Block;
using frontmatter::finding;
using frontmatter::Reading;

/// Windows-1252, the superset of Latin-1 that old editors wrote. Its five unused bytes stay control
/// characters.
QString fromWindows1252(const QByteArray& bytes) {
  static constexpr std::array<char16_t, 32> high = {
      0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
      0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
      0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};
  QString text(bytes.size(), Qt::Uninitialized);
  for (qsizetype i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    text[i] = QChar(byte >= 0x80 && byte < 0xA0 ? high[byte - 0x80u] : char16_t(byte));
  }
  return text;
}

/// 1-based line of the first byte that is not UTF-8.
int lineOfBadByte(const QByteArray& file) {
  int line = 1;
  for (qsizetype begin = 0; begin < file.size();) {
    qsizetype end = file.indexOf('\n', begin);
    if (end < 0) end = file.size();
    QStringDecoder decoder(QStringDecoder::Utf8);
    // With its line end, so that a sequence cut off at the end of the line counts as bad.
    [[maybe_unused]] const QString decoded =
        decoder(QByteArrayView(file).sliced(begin, qMin(end + 1, file.size()) - begin));
    if (decoder.hasError()) return line;
    begin = end + 1;
    ++line;
  }
  return 1;
}

QStringView trimmedEnd(QStringView line) {
  while (!line.isEmpty() && line.back().isSpace())
    line.chop(1);
  return line;
}

/// Where a block ends: the first line that is `closing` (or "..." in YAML).
struct Extent {
  qsizetype blockEnd = 0;
  qsizetype bodyBegin = 0;
};

std::optional<Extent> findClosing(const QString& text, qsizetype begin, const QString& closing) {
  for (qsizetype at = begin; at < text.size();) {
    qsizetype end = text.indexOf(u'\n', at);
    if (end < 0) end = text.size();
    const QStringView line = trimmedEnd(QStringView(text).mid(at, end - at));
    if (line == closing || (closing == u"---"_s && line == u"..."_s))
      return Extent{at, qMin(end + 1, text.size())};
    at = end + 1;
  }
  return std::nullopt;
}

/// The lines after an opening line without a closing one that look like front matter.
Extent guessExtent(const QString& text, qsizetype begin, QChar separator) {
  static const QRegularExpression yamlLine(u"^(\\s+\\S|- |#|[\\w\"'][^:]*:(\\s|$))"_s);
  static const QRegularExpression tomlLine(u"^(\\s+\\S|\\[|#|[\\w\"'][^=]*=|\\])"_s);
  const QRegularExpression& pattern = separator == u':' ? yamlLine : tomlLine;
  qsizetype at = begin;
  while (at < text.size()) {
    qsizetype end = text.indexOf(u'\n', at);
    if (end < 0) end = text.size();
    if (!pattern.match(text.mid(at, qMin<qsizetype>(end - at, 1000))).hasMatch()) break;
    at = qMin(end + 1, text.size());
  }
  return {at, at};
}

void take(FrontMatter& result, Reading reading) {
  result.values = std::move(reading.values);
  result.keyOrder = std::move(reading.keyOrder);
  result.keyLines = std::move(reading.keyLines);
  result.findings << reading.findings;
}

void setBody(FrontMatter& result, const QString& text, qsizetype bodyBegin) {
  result.body = text.mid(bodyBegin);
  result.bodyLine = static_cast<int>(QStringView(text).left(bodyBegin).count(u'\n')) + 1;
}

void readFenced(FrontMatter& result, const QString& text, bool yaml) {
  const QString fence = yaml ? u"---"_s : u"+++"_s;
  const QChar separator = yaml ? u':' : u'=';
  const qsizetype begin = text.indexOf(u'\n') + 1;
  const auto closed = findClosing(text, begin, fence);
  const Extent extent = closed ? *closed : guessExtent(text, begin, separator);
  const Block block{text.mid(begin, extent.blockEnd - begin), 2};
  const auto read = yaml ? frontmatter::readYaml : frontmatter::readToml;
  Reading reading;
  if (block.text.size() > frontmatter::largestBlock)
    reading.error = say("it is larger than a megabyte");
  else
    reading = read(block);
  if (!reading.error.isEmpty()) {
    const QString reason = reading.error;
    reading = frontmatter::salvage(block, separator, read);
    if (reading.values.isEmpty()) {
      // Nothing in it looks like a key: a page that begins with a thematic break.
      setBody(result, text, 0);
      return;
    }
    result.repaired = true;
    result.findings << finding(
        Finding::Level::Warning, u"frontmatter.invalid"_s,
        say("The front matter is not valid (%1). It was read line by line: check the values below.")
            .arg(reason),
        1);
  }
  if (!closed) {
    if (reading.values.isEmpty()) {
      setBody(result, text, 0);
      return;
    }
    result.repaired = true;
    result.findings << finding(
        Finding::Level::Error, u"frontmatter.unterminated"_s,
        say("The front matter has no closing %1 line. What looks like keys was read; the text "
            "begins after them.")
            .arg(fence),
        1);
  }
  result.format = yaml ? FrontMatter::Format::Yaml : FrontMatter::Format::Toml;
  take(result, std::move(reading));
  setBody(result, text, extent.bodyBegin);
}

/// One pass over a JSON object: its end, and its top-level keys in order.
struct JsonScan {
  qsizetype end = -1;
  QStringList keys;
  QList<int> lines;
};

JsonScan scanJson(const QString& text) {
  JsonScan scan;
  int depth = 0;
  qsizetype string = -1;
  int line = 1;
  QString last;
  for (qsizetype i = 0; i < text.size() && i < frontmatter::largestBlock; ++i) {
    const QChar c = text[i];
    if (c == u'\n') ++line;
    if (string >= 0) {
      if (c == u'\\') {
        ++i;
      } else if (c == u'"') {
        last = text.mid(string, i - string);
        string = -1;
      }
    } else if (c == u'"') {
      string = i + 1;
    } else if (c == u'{' || c == u'[') {
      ++depth;
    } else if (c == u':' && depth == 1) {
      scan.keys << last;
      scan.lines << line;
    } else if ((c == u'}' || c == u']') && --depth == 0) {
      scan.end = i + 1;
      break;
    }
  }
  return scan;
}

bool readJson(FrontMatter& result, const QString& text) {
  const JsonScan scan = scanJson(text);
  if (scan.end < 0 || scan.keys.isEmpty()) return false;
  QJsonParseError problem;
  const QString block = text.left(scan.end);
  const QJsonDocument document = QJsonDocument::fromJson(block.toUtf8(), &problem);
  Reading reading;
  if (document.isObject()) {
    reading.values = document.object();
    for (qsizetype i = 0; i < scan.keys.size(); ++i) {
      const QString& key = scan.keys[i];
      if (!reading.values.contains(key) || reading.keyOrder.contains(key)) continue;
      reading.addKey(key, scan.lines[i]);
      frontmatter::reportControlCharacters(key, reading.values[key], scan.lines[i], reading.findings);
    }
  } else {
    QString lines = block.mid(1, block.size() - 2);
    static const QRegularExpression comma(u",[ \\t]*(?=\\n|$)"_s);
    lines.replace(comma, QString());
    reading = frontmatter::salvage({lines, 1}, u':', frontmatter::readYaml);
    if (reading.values.isEmpty()) return false;
    result.repaired = true;
    const int line = static_cast<int>(block.toUtf8().left(problem.offset).count('\n')) + 1;
    result.findings << finding(
        Finding::Level::Warning, u"frontmatter.invalid"_s,
        say("The front matter is not valid JSON (%1). It was read line by line: check it.")
            .arg(problem.errorString()),
        line);
  }
  result.format = FrontMatter::Format::Json;
  take(result, std::move(reading));
  qsizetype bodyBegin = scan.end;
  while (bodyBegin < text.size() && (text[bodyBegin] == u' ' || text[bodyBegin] == u'\t'))
    ++bodyBegin;
  if (bodyBegin < text.size() && text[bodyBegin] == u'\n') ++bodyBegin;
  setBody(result, text, bodyBegin);
  return true;
}

}  // namespace

QString decodeText(const QByteArray& file, Findings& findings) {
  QString text;
  if (file.startsWith("\xFF\xFE") || file.startsWith("\xFE\xFF")) {
    QStringDecoder decoder(QStringDecoder::Utf16);
    text = decoder(file);
  } else {
    QStringDecoder decoder(QStringDecoder::Utf8);
    text = decoder(file);
    if (decoder.hasError()) {
      text = fromWindows1252(file);
      findings << finding(
          Finding::Level::Warning, u"file.not-utf8"_s,
          say("This file is not UTF-8. It was read as Windows-1252: check accents and quotes."),
          lineOfBadByte(file));
    }
  }
  if (text.startsWith(QChar(0xFEFF))) text.remove(0, 1);
  if (text.contains(u'\r')) text.replace(u"\r\n"_s, u"\n"_s).replace(u'\r', u'\n');
  const qsizetype nul = text.indexOf(u'\0');
  if (nul >= 0) {
    findings << finding(Finding::Level::Warning, u"file.nul"_s,
                        say("This file holds NUL characters. They were replaced by U+FFFD."),
                        static_cast<int>(text.left(nul).count(u'\n')) + 1);
    text.replace(u'\0', QChar::ReplacementCharacter);
  }
  return text;
}

FrontMatter readFrontMatter(const QByteArray& file) {
  FrontMatter result;
  const QString text = decodeText(file, result.findings);
  const qsizetype firstEnd = text.indexOf(u'\n');
  const QStringView first = trimmedEnd(firstEnd < 0 ? QStringView(text) : QStringView(text).left(firstEnd));
  static const QRegularExpression object(u"^\\{\\s*(\"|\\n|\\})"_s);
  if (firstEnd >= 0 && (first == u"---"_s || first == u"+++"_s)) {
    readFenced(result, text, first == u"---"_s);
  } else if (!object.match(text.left(1000)).hasMatch() || !readJson(result, text)) {
    setBody(result, text, 0);
  }
  return result;
}

}  // namespace offprint
