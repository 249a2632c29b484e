#include "app/content/FrontMatter.h"

#include <algorithm>
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
  result.unsureLine = reading.unsureLine;
  result.findings << reading.findings;
}

void setBody(FrontMatter& result, const QString& text, qsizetype bodyBegin) {
  result.body = text.mid(bodyBegin);
  result.bodyLine = static_cast<int>(QStringView(text).left(bodyBegin).count(u'\n')) + 1;
}

/// The block as its format says, else line by line; `invalid` is why.
Reading readBlock(const Block& block, bool yaml, QString& invalid) {
  const auto read = yaml ? frontmatter::readYaml : frontmatter::readToml;
  Reading reading;
  if (block.text.size() > frontmatter::largestBlock)
    reading.error = say("it is larger than a megabyte");
  else
    reading = read(block);
  std::optional<int> swallowed;
  if (reading.error.isEmpty()) {
    swallowed = frontmatter::swallowedLine(block, yaml, reading);
    if (!swallowed) return reading;
    reading.error =
        say("line %1: a key that decides about publishing stands inside another value").arg(*swallowed);
  }
  invalid = reading.error;
  reading = frontmatter::salvage(block, yaml ? u':' : u'=', read);
  if (!swallowed) swallowed = frontmatter::swallowedLine(block, yaml, reading);
  if (reading.unsureLine == 0) reading.unsureLine = swallowed.value_or(0);
  return reading;
}

/// The first line of a block without any readable key that seems to hold one which decides about publishing
/// ("- draft: true", "{draft: true"); 0 when there is none.
int hintOfPublishing(const Block& block) {
  static const QRegularExpression hint(
      u"(?:^|[\\s{,\"'-])(?:draft|published|publishdate|expirydate|unlisted|headless)[\"']?\\s*[:=]"_s,
      QRegularExpression::CaseInsensitiveOption);
  const auto match = hint.match(block.text.left(frontmatter::largestBlock));
  if (!match.hasMatch()) return 0;
  return block.firstLine + int(QStringView(block.text).left(match.capturedEnd()).count(u'\n'));
}

/// Front matter whose opening line begins at `start`. False when nothing in it looks like a key: a page that
/// begins with a thematic break.
bool readFenced(FrontMatter& result, const QString& text, qsizetype start, bool yaml) {
  const QString fence = yaml ? u"---"_s : u"+++"_s;
  const qsizetype begin = text.indexOf(u'\n', start) + 1;
  const int line = int(QStringView(text).left(begin).count(u'\n'));
  const auto closed = findClosing(text, begin, fence);
  const Extent extent = closed ? *closed : guessExtent(text, begin, yaml ? u':' : u'=');
  const Block block{text.mid(begin, extent.blockEnd - begin), line + 1};
  QString invalid;
  Reading reading = readBlock(block, yaml, invalid);
  if (reading.values.isEmpty() && (!invalid.isEmpty() || !closed || start > 0)) {
    if (closed) result.unsureLine = hintOfPublishing(block);
    return false;
  }
  if (!invalid.isEmpty()) {
    result.repaired = true;
    result.findings << finding(
        Finding::Level::Warning, u"frontmatter.invalid"_s,
        say("The front matter is not valid (%1). It was read line by line: check the values below.")
            .arg(invalid),
        line);
  }
  if (!closed) {
    result.repaired = true;
    if (reading.unsureLine == 0) reading.unsureLine = line;
    result.findings << finding(
        Finding::Level::Error, u"frontmatter.unterminated"_s,
        say("The front matter has no closing %1 line. What looks like keys was read; the text "
            "begins after them. Add that line.")
            .arg(fence),
        line);
  }
  result.format = yaml ? FrontMatter::Format::Yaml : FrontMatter::Format::Toml;
  take(result, std::move(reading));
  setBody(result, text, extent.bodyBegin);
  return true;
}

/// Front matter behind blank lines, marks or blanks: it counts when it is valid. Else it may be a part of the
/// text, so all of it is kept as text, and it is not sure what it was meant to be.
void readLate(FrontMatter& result, const QString& text, qsizetype start, bool yaml) {
  FrontMatter late;
  if (!readFenced(late, text, start, yaml)) {
    result.unsureLine = late.unsureLine;
    setBody(result, text, 0);
    return;
  }
  const int line = int(QStringView(text).left(start).count(u'\n')) + 1;
  if (late.repaired) {
    result.unsureLine = line;
    setBody(result, text, 0);
    return;
  }
  late.findings = result.findings + late.findings;
  late.findings << finding(Finding::Level::Warning, u"frontmatter.late"_s,
                           say("Blanks or blank lines stand before the front matter, where many tools do not "
                               "see it. It was read. Begin the file with it."),
                           line);
  result = std::move(late);
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

/// `"key": value` pairs of an object that is not valid JSON, as far as they can be told apart.
Reading salvageJson(const QString& block) {
  static const QRegularExpression comma(u",[ \\t]*(?=\\n|$)"_s);
  static const QRegularExpression colon(u"(\"[\\w-]+\")[ \\t]*:[ \\t]*"_s);
  static const QRegularExpression next(u"(?:,[ \\t]*|[ \\t]+)(?=\"[\\w-]+\": )"_s);
  QString lines = block.mid(1, block.size() - 2).replace(colon, u"\\1: "_s);
  const bool oneLine = !lines.contains(u'\n');
  if (oneLine) lines.replace(next, u"\n"_s);
  Reading reading = frontmatter::salvage({lines.replace(comma, QString()), 1}, u':', frontmatter::readYaml);
  if (!oneLine) return reading;
  reading.keyLines.fill(1);
  for (Finding& finding : reading.findings)
    finding.line = 1;
  return reading;
}

int lineOfOffset(const QString& text, int offset) {
  return static_cast<int>(text.toUtf8().left(qMax(0, offset)).count('\n')) + 1;
}

/// An object that is not valid JSON. Where it ends without a brace all stays in the text.
void repairJson(FrontMatter& result, const QString& text, qsizetype end, const QJsonParseError& problem) {
  const QString block = text.left(end < 0 ? frontmatter::largestBlock : end);
  Reading reading;
  if (end >= 0) reading = salvageJson(block);
  result.repaired = true;
  const int line = lineOfOffset(block, problem.offset);
  reading.unsureLine = line;
  result.findings << finding(
      Finding::Level::Error, u"frontmatter.invalid"_s,
      say("The front matter is not valid JSON (%1). It was read as far as its lines can be told apart: check "
          "it.")
          .arg(problem.errorString()),
      line);
  result.format = FrontMatter::Format::Json;
  const bool unread = std::any_of(reading.findings.begin(), reading.findings.end(),
                                  [](const Finding& f) { return f.code == u"frontmatter.unread"_s; });
  if (reading.values.isEmpty() || unread) end = 0;
  take(result, std::move(reading));
  setBody(result, text, qMax<qsizetype>(0, end));
}

bool readJson(FrontMatter& result, const QString& text) {
  const JsonScan scan = scanJson(text);
  if (scan.keys.isEmpty()) return false;
  QJsonParseError problem;
  const QString block = text.left(scan.end < 0 ? frontmatter::largestBlock : scan.end);
  const QJsonDocument document = QJsonDocument::fromJson(block.toUtf8(), &problem);
  if (document.isObject() && scan.end >= 0) {
    Reading reading;
    reading.values = document.object();
    for (qsizetype i = 0; i < scan.keys.size(); ++i) {
      const QString& key = scan.keys[i];
      if (!reading.values.contains(key) || reading.keyOrder.contains(key)) continue;
      reading.addKey(key, scan.lines[i]);
      frontmatter::reportControlCharacters(key, reading.values[key], scan.lines[i], reading.findings);
    }
    result.format = FrontMatter::Format::Json;
    take(result, std::move(reading));
    setBody(result, text, scan.end);
  } else {
    repairJson(result, text, scan.end, problem);
  }
  if (result.body.size() == text.size()) return true;
  qsizetype blanks = 0;
  while (blanks < result.body.size() && (result.body[blanks] == u' ' || result.body[blanks] == u'\t'))
    ++blanks;
  if (blanks < result.body.size() && result.body[blanks] == u'\n') {
    ++blanks;
    ++result.bodyLine;
  }
  result.body.remove(0, blanks);
  return true;
}

/// Where the first line begins that is more than blanks and byte order marks.
qsizetype firstWrittenLine(const QString& text) {
  qsizetype line = 0;
  for (qsizetype i = 0; i < text.size(); ++i) {
    const QChar c = text[i];
    if (c == u'\n')
      line = i + 1;
    else if (!c.isSpace() && c != QChar(0xFEFF) && c != QChar(0x200B))
      break;
  }
  return line;
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
                        say("This file holds NUL characters. They were replaced by U+FFFD. Remove them, or "
                            "save the file as UTF-8 text."),
                        static_cast<int>(text.left(nul).count(u'\n')) + 1);
    text.replace(u'\0', QChar::ReplacementCharacter);
  }
  return text;
}

Finding unsureFinding(int line) {
  return finding(
      Finding::Level::Error, u"frontmatter.unsure"_s,
      say("From here on the front matter cannot be read for sure, so it is not sure whether this was "
          "meant to be published: it was taken as a draft. Its text is whole. Correct the line and "
          "import again, or publish the item yourself."),
      line);
}

bool isText(const QByteArray& file) {
  using namespace std::string_view_literals;
  const QByteArrayView start(file);
  if (start.startsWith("\xFF\xFE\0\0"sv) || start.startsWith("\0\0\xFE\xFF"sv)) return false;
  if (start.startsWith("\xFF\xFE"sv) || start.startsWith("\xFE\xFF"sv)) return true;
  // In UTF-16 every Latin letter has a NUL, and a tenth of what is no text (a picture, an archive) are
  // control characters; a damaged text has one here and there.
  const QByteArrayView sample = start.first(qMin<qsizetype>(start.size(), 64 * 1024));
  const qsizetype controls = std::count_if(sample.begin(), sample.end(), [](char byte) {
    constexpr QByteArrayView usual("\t\n\v\f\r\x1B");
    return static_cast<unsigned char>(byte) < 0x20 && !usual.contains(byte);
  });
  return controls < 4 || controls < sample.size() / 50;
}

FrontMatter readFrontMatter(const QByteArray& file) {
  FrontMatter result;
  const QString text = decodeText(file, result.findings);
  const qsizetype start = firstWrittenLine(text);
  const qsizetype end = text.indexOf(u'\n', start);
  QString first = end < 0 ? QString() : text.mid(start, qMin<qsizetype>(end - start, 200));
  const bool early = start == 0 && (first.startsWith(u"---"_s) || first.startsWith(u"+++"_s));
  first = first.remove(QChar(0xFEFF)).remove(QChar(0x200B)).trimmed();
  static const QRegularExpression object(u"^\\s*\\{\\s*(\"|\\n|\\})"_s);
  if (first == u"---"_s || first == u"+++"_s) {
    if (!early)
      readLate(result, text, start, first == u"---"_s);
    else if (!readFenced(result, text, 0, first == u"---"_s))
      setBody(result, text, 0);
  } else if (!object.match(text.mid(start, 1000)).hasMatch() || !readJson(result, text)) {
    setBody(result, text, 0);
  }
  return result;
}

}  // namespace offprint
