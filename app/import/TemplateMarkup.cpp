#include "app/import/TemplateMarkup.h"

#include "app/core/Text.h"
#include "app/import/MarkupRules.h"
#include "app/import/MarkupTokens.h"
#include "app/import/OpaqueRanges.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Inner = MarkupReplacement::Inner;
using Type = MarkupToken::Type;

class Translator {
 public:
  Translator(const QString& text, const MarkupContext& context, Findings& findings, int depth)
      : text_(text),
        context_(context),
        findings_(findings),
        depth_(depth),
        tokens_(markupTokens(text, context.flavour)) {}

  QString run() {
    for (int i = 0; i < tokens_.size(); i = next_)
      take(i);
    copyTo(text_.size());
    return out_;
  }

 private:
  void copyTo(qsizetype end) {
    if (end > at_) out_ += QStringView(text_).mid(at_, end - at_);
    at_ = qMax(at_, end);
  }

  int lineOf(qsizetype place) {
    lines_ +=
        static_cast<int>(QStringView(text_).mid(counted_, qMax<qsizetype>(0, place - counted_)).count(u'\n'));
    counted_ = qMax(counted_, place);
    return context_.bodyLine + lines_;
  }

  QString innerOf(const MarkupToken& token) const {
    if (token.type != Type::Tag || token.partner < 0) return {};
    const QString inner = text_.mid(token.end, tokens_[token.partner].begin - token.end);
    return inner.isNull() ? u""_s : inner;
  }

  std::optional<MarkupReplacement> rule(const MarkupToken& token) const {
    const QString inner = innerOf(token);
    return context_.flavour == SiteFlavour::Hugo ? hugoRule(token, inner, context_)
                                                 : liquidRule(token, inner, context_);
  }

  void take(int index) {
    const MarkupToken& token = tokens_[index];
    next_ = index + 1;
    if (token.begin < at_) return;
    if (token.type == Type::Escaped) return replace(token.begin, token.end, token.inner);
    // In code only what Liquid itself would take away there.
    if (token.inCode && token.name != u"raw"_s) return;
    const auto replacement = rule(token);
    if (!replacement) {
      if (!token.inCode) keepVisible(index);
      return;
    }
    if (!replacement->lost.isEmpty())
      report(token, Finding::Level::Note, u"shortcode.reduced"_s, replacement->lost);
    qsizetype end = token.end;
    QString text = replacement->text;
    if (replacement->inner != Inner::None && token.partner >= 0) {
      const MarkupToken& closing = tokens_[token.partner];
      if (replacement->inner == Inner::Quoted) text += quoted(translated(token, closing));
      if (replacement->inner == Inner::Between)
        text += translated(token, closing).trimmed() + replacement->after;
      end = closing.end;
      next_ = token.partner + 1;
    }
    if (replacement->block && !isAlone(token.begin, end)) text = u"\n\n"_s + text + u"\n\n"_s;
    replace(token.begin, end, text);
  }

  void replace(qsizetype begin, qsizetype end, const QString& text) {
    copyTo(begin);
    out_ += text;
    at_ = end;
  }

  QString translated(const MarkupToken& token, const MarkupToken& closing) {
    constexpr int deepest = 8;
    const QString inner = text_.mid(token.end, closing.begin - token.end);
    if (depth_ >= deepest) return inner;
    MarkupContext context = context_;
    context.bodyLine = lineOf(token.end);
    return Translator(inner, context, findings_, depth_ + 1).run();
  }

  static QString quoted(const QString& text) {
    QString lines;
    for (const QString& line : text.trimmed().split(u'\n'))
      lines += line.isEmpty() ? u"\n>"_s : u"\n> "_s + line;
    return lines;
  }

  qsizetype lineBegin(qsizetype at) const { return at == 0 ? 0 : text_.lastIndexOf(u'\n', at - 1) + 1; }
  qsizetype lineEnd(qsizetype at) const {
    const qsizetype end = text_.indexOf(u'\n', at);
    return end < 0 ? text_.size() : end;
  }

  bool isAlone(qsizetype begin, qsizetype end) const {
    const qsizetype from = lineBegin(begin);
    return QStringView(text_).mid(from, begin - from).trimmed().isEmpty() &&
           QStringView(text_).mid(end, lineEnd(end) - end).trimmed().isEmpty();
  }

  bool isUnknown(const MarkupToken& token) const {
    const bool closes = token.type == Type::Closing && token.partner >= 0;
    return !token.inCode && token.type != Type::Escaped && !rule(closes ? tokens_[token.partner] : token);
  }

  void reportUnknown(const MarkupToken& token) {
    if (token.type == Type::Closing && token.partner >= 0) return;
    const QString name = token.type == Type::Output ? token.inner : token.name;
    report(token, Finding::Level::Warning, u"shortcode.unknown"_s,
           say("Offprint has no counterpart of \"%1\". Its source was kept, visible, in its "
               "place: replace it by hand.")
               .arg(name.left(80)));
  }

  void report(const MarkupToken& token, Finding::Level level, const QString& code, const QString& message) {
    findings_ << Finding{level, code, message, {}, {}, lineOf(token.begin)};
  }

  /// Lines that begin and end with unknown tags become one block, neighbouring ones together; within a
  /// sentence a tag becomes code.
  void keepVisible(int index) {
    const MarkupToken& token = tokens_[index];
    const qsizetype begin = qMax(at_, lineBegin(token.begin));
    qsizetype end = lineEnd(token.end);
    const bool starts = QStringView(text_).mid(begin, token.begin - begin).trimmed().isEmpty() &&
                        (begin == lineBegin(token.begin));
    int last = index;
    bool block = starts;
    while (block && last + 1 < tokens_.size()) {
      const MarkupToken& following = tokens_[last + 1];
      const bool nextLine = following.begin > end &&
                            QStringView(text_).mid(end, following.begin - end).trimmed().isEmpty() &&
                            QStringView(text_).mid(end, following.begin - end).count(u'\n') == 1;
      if (following.begin > end && !nextLine) break;
      if (nextLine && (!isUnknown(following) || !endsWithTag(last))) break;
      ++last;
      end = lineEnd(following.end);
    }
    block = block && endsWithTag(last) && isUnknown(tokens_[last]);
    if (!block) {
      reportUnknown(token);
      replace(token.begin, token.end, codeSpan(text_.mid(token.begin, token.end - token.begin)));
      return;
    }
    for (int i = index; i <= last; ++i) {
      if (isUnknown(tokens_[i])) reportUnknown(tokens_[i]);
    }
    copyTo(begin);
    out_ += unknownBlock(text_.mid(begin, end - begin), token.name);
    if (end + 1 < text_.size() && text_[end + 1] != u'\n') out_ += u'\n';
    at_ = end;
    next_ = last + 1;
  }

  bool endsWithTag(int index) const {
    const qsizetype end = tokens_[index].end;
    return QStringView(text_).mid(end, lineEnd(end) - end).trimmed().isEmpty();
  }

  static QString codeSpan(const QString& source) {
    QString ticks = u"`"_s;
    while (source.contains(ticks))
      ticks += u'`';
    QString line = source;
    line.replace(u'\n', u' ');
    const QString pad = line.startsWith(u'`') || line.endsWith(u'`') ? u" "_s : u""_s;
    return ticks + pad + line + pad + ticks;
  }

  QString unknownBlock(const QString& source, const QString& name) const {
    QString colons = u":::"_s;
    while (source.contains(colons))
      colons += u':';
    QString safeName;
    for (const QChar c : name) {
      if (c.isLetterOrNumber() || c == u'-' || c == u'_' || c == u'.') safeName += c;
    }
    const QString before = out_.isEmpty() || out_.endsWith(u"\n\n"_s) ? u""_s : u"\n"_s;
    return before + colons + u"unknown{name=\""_s + safeName + u"\"}\n"_s + source + u'\n' + colons;
  }

  const QString& text_;
  const MarkupContext& context_;
  Findings& findings_;
  int depth_;
  QList<MarkupToken> tokens_;
  QString out_;
  qsizetype at_ = 0;
  qsizetype counted_ = 0;
  int lines_ = 0;
  int next_ = 0;
};

/// Kramdown's own marks: `{:toc}` and attribute lines.
QString translateKramdown(const QString& body, int bodyLine, Findings& findings) {
  if (!body.contains(u"{:"_s)) return body;
  const QList<TextRange> opaque = opaqueRanges(body);
  OpaqueCursor cursor(opaque);
  QStringList lines = body.split(u'\n');
  qsizetype begin = 0;
  for (qsizetype i = 0; i < lines.size(); ++i) {
    const bool inCode = cursor.endAt(begin) >= 0;
    begin += lines[i].size() + 1;
    if (inCode) continue;
    const QString line = lines[i].trimmed();
    if (!line.startsWith(u"{:"_s) || !line.endsWith(u'}')) continue;
    if (line == u"{:toc}"_s && i > 0 && lines[i - 1].trimmed().size() > 1 &&
        u"*-1"_s.contains(lines[i - 1].trimmed()[0])) {
      lines[i - 1] = u"::toc"_s;
      lines[i] = QString();
      continue;
    }
    Finding finding;
    finding.level = Finding::Level::Note;
    finding.code = u"kramdown.attributes"_s;
    finding.message = say("These attributes of Kramdown have no counterpart and were kept as a comment, to "
                          "replace by hand: %1")
                          .arg(line);
    finding.line = bodyLine + static_cast<int>(i);
    findings << finding;
    lines[i] = u"<!-- "_s + line + u" -->"_s;
  }
  return lines.join(u'\n');
}

}  // namespace

QString translateMarkup(const QString& body, const MarkupContext& context, Findings& findings) {
  if (context.flavour == SiteFlavour::Plain) return body;
  const QString text = Translator(body, context, findings, 0).run();
  return context.flavour == SiteFlavour::Jekyll ? translateKramdown(text, context.bodyLine, findings) : text;
}

}  // namespace offprint
