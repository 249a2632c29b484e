#include "app/import/SourceLinks.h"

#include <QRegularExpression>

#include "app/import/OpaqueRanges.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Form = SourceLink::Form;
using Rewrite = std::function<std::optional<QString>(const SourceLink&)>;

/// Where an address stands in the text, with what must be replaced when it changes.
struct Place {
  qsizetype begin = 0;  ///< of the address with its brackets
  qsizetype end = 0;
  QString target;
};

class LinkScanner {
 public:
  LinkScanner(const QString& text, bool wikiLinks, const Rewrite& rewrite)
      : text_(text),
        wikiLinks_(wikiLinks),
        rewrite_(rewrite),
        opaque_(opaqueRanges(text)),
        cursor_(opaque_) {}

  QString run() {
    bool lineStart = true;
    while (at_ < text_.size()) {
      const qsizetype skip = cursor_.endAt(at_);
      if (skip > at_) {
        at_ = skip;
        lineStart = at_ > 0 && text_[at_ - 1] == u'\n';
        continue;
      }
      const QChar c = text_[at_];
      if (lineStart && takeLineStart()) continue;
      lineStart = c == u'\n';
      if (c == u'\\') {
        at_ += 2;
      } else if (c == u']' && peek(1) == u'(') {
        takeInline();
      } else if (c == u'[') {
        openBracket();
      } else if (c == u'<' && (peek(1).isLetter())) {
        takeTag();
      } else {
        ++at_;
      }
    }
    copyTo(text_.size());
    return out_;
  }

 private:
  QChar peek(qsizetype ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : QChar(u'\n'); }

  void copyTo(qsizetype end) {
    out_ += QStringView(text_).mid(copied_, end - copied_);
    copied_ = end;
  }

  void put(const Place& place, const QString& text) {
    copyTo(place.begin);
    out_ += text;
    copied_ = place.end;
  }

  std::optional<QString> ask(const QString& target, Form form, qsizetype at) const {
    if (target.isEmpty()) return std::nullopt;
    return rewrite_({target, form, at});
  }

  /// Reference definitions and directives, which begin a line. True when the line was used up.
  bool takeLineStart() {
    qsizetype end = text_.indexOf(u'\n', at_);
    if (end < 0) end = text_.size();
    const QStringView line = QStringView(text_).mid(at_, end - at_);
    const QStringView trimmed = line.trimmed();
    if (trimmed.startsWith(u"::"_s)) {
      rewriteDirective(at_, end);
      at_ = end;
      return true;
    }
    if (!trimmed.startsWith(u'[') || trimmed.startsWith(u"[^"_s) || line.size() > 4000) return false;
    static const QRegularExpression definition(u"^ {0,3}\\[[^\\]\\n]+\\]:[ \\t]*(<[^>\\n]*>|\\S+)"_s);
    const auto match = definition.match(line.toString());
    if (!match.hasMatch()) return false;
    Place place{at_ + match.capturedStart(1), at_ + match.capturedEnd(1), match.captured(1)};
    if (place.target.startsWith(u'<')) place.target = place.target.mid(1, place.target.size() - 2);
    if (const auto target = ask(place.target, Form::Link, place.begin)) put(place, encodedTarget(*target));
    at_ = place.end;
    return true;
  }

  void openBracket() {
    const bool image = at_ > 0 && text_[at_ - 1] == u'!';
    if (peek(1) == u'[' && wikiLinks_ && takeWiki(image)) return;
    images_ << image;
    if (images_.size() > 1000) images_.removeFirst();
    ++at_;
  }

  bool takeWiki(bool image) {
    const QStringView rest = QStringView(text_).mid(at_ + 2, 500);
    const qsizetype close = rest.indexOf(u"]]"_s);
    if (close <= 0 || rest.left(close).contains(u'\n')) return false;
    const QString inner = rest.left(close).toString();
    const qsizetype bar = inner.indexOf(u'|');
    const QString target = bar < 0 ? inner : inner.left(bar);
    const auto address = ask(target.trimmed(), image ? Form::WikiImage : Form::Wiki, at_);
    const qsizetype end = at_ + 2 + close + 2;
    if (address) {
      const QString label =
          bar < 0 ? (image ? QString() : target.section(u'#', 0, 0).section(u'/', -1)) : inner.mid(bar + 1);
      put({at_, end, {}}, u'[' + label.trimmed() + u"]("_s + encodedTarget(*address) + u')');
    }
    at_ = end;
    return true;
  }

  /// The address behind `](`: in angle brackets, or up to a blank or the closing parenthesis.
  Place inlinePlace(qsizetype from) const {
    qsizetype begin = from;
    while (begin < text_.size() && text_[begin].isSpace() && text_[begin] != u'\n')
      ++begin;
    if (begin < text_.size() && text_[begin] == u'<') {
      const qsizetype close = QStringView(text_).mid(begin, 4000).indexOf(u'>');
      if (close > 0) return {begin, begin + close + 1, text_.mid(begin + 1, close - 1)};
    }
    int depth = 0;
    qsizetype end = begin;
    const qsizetype limit = qMin(text_.size(), begin + 4000);
    for (; end < limit && !text_[end].isSpace(); ++end) {
      if (text_[end] == u'\\') {
        ++end;
      } else if (text_[end] == u'(') {
        ++depth;
      } else if (text_[end] == u')' && depth-- == 0) {
        break;
      }
    }
    return {begin, qMin(end, text_.size()), text_.mid(begin, qMin(end, text_.size()) - begin)};
  }

  /// The same with blanks, as editors write it that do not know the rule; without a title.
  Place widePlace(qsizetype begin) const {
    int depth = 0;
    const qsizetype limit = qMin(text_.size(), begin + 1000);
    for (qsizetype end = begin; end < limit && text_[end] != u'\n'; ++end) {
      if (text_[end] == u'(') ++depth;
      if (text_[end] != u')' || depth-- != 0) continue;
      static const QRegularExpression title(u"\\s+(\"[^\"]*\"|'[^']*')\\s*$"_s);
      QString target = text_.mid(begin, end - begin);
      const auto match = title.match(target);
      if (match.hasMatch()) target.truncate(match.capturedStart());
      return {begin, begin + target.size(), target.trimmed()};
    }
    return {begin, begin, {}};
  }

  void takeInline() {
    const bool image = !images_.isEmpty() && images_.takeLast();
    const Form form = image ? Form::Image : Form::Link;
    const Place narrow = inlinePlace(at_ + 2);
    const bool bare = narrow.begin < text_.size() && text_[narrow.begin] != u'<';
    const bool goesOn = narrow.end < text_.size() && text_[narrow.end] == u' ';
    const Place wide = bare && goesOn ? widePlace(narrow.begin) : Place{};
    QList<Place> places = {narrow};
    if (wide.target.contains(u' ')) places.prepend(wide);
    for (const Place& place : std::as_const(places)) {
      const auto target = ask(place.target, form, place.begin);
      if (!target) continue;
      put(place, encodedTarget(*target));
      at_ = place.end;
      return;
    }
    at_ = qMax(at_ + 2, narrow.end);
  }

  /// Where the tag at the cursor ends, behind its ">"; -1 when a "<" stands there that begins none, as in a
  /// formula ("z_{<i}"). An open tag is what CommonMark 0.29 section 6.10 says, within one paragraph; on one
  /// line it may hold what a template language puts there.
  qsizetype tagEnd() const {
    static const QRegularExpression open(
        u"<[A-Za-z][A-Za-z0-9-]*+(?:\\s++[A-Za-z_:@][\\w.:@-]*+(?:\\s*+=\\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\\s\"'"
        u"=<>`]++))?+)*+"
        "\\s*+/?>"_s);
    static const QRegularExpression loose(u"<[A-Za-z][A-Za-z0-9-]*+(?:[ \\t/][^<>$\\[\\]\\n]*+)?>"_s);
    const QStringView rest = QStringView(text_).mid(at_, 10'000);
    for (const QRegularExpression& form : {open, loose}) {
      const auto match =
          form.match(rest, 0, QRegularExpression::NormalMatch, QRegularExpression::AnchorAtOffsetMatchOption);
      if (match.hasMatch() && !match.capturedView().contains(u"\n\n"_s)) return at_ + match.capturedEnd();
    }
    return -1;
  }

  void takeTag() {
    const qsizetype end = tagEnd();
    if (end < 0) {
      ++at_;
      return;
    }
    rewriteAttributes(at_, end - 1);
    at_ = end;
  }

  void rewriteAttributes(qsizetype begin, qsizetype end) {
    static const QRegularExpression attribute(
        u"\\b(src|href|poster|data-src)\\s*=\\s*(\"([^\"]*)\"|'([^']*)')"_s,
        QRegularExpression::CaseInsensitiveOption);
    auto matches = attribute.globalMatch(text_.mid(begin, end - begin));
    while (matches.hasNext()) {
      const auto match = matches.next();
      const int group = match.capturedStart(3) >= 0 ? 3 : 4;
      const Place place{begin + match.capturedStart(group), begin + match.capturedEnd(group),
                        match.captured(group)};
      QString target = place.target;
      target.replace(u"&amp;"_s, u"&"_s);
      const bool image = match.captured(1).toLower() != u"href"_s;
      if (const auto address = ask(target, image ? Form::Html : Form::Link, place.begin))
        put(place, encodedTarget(*address).replace(u'&', u"&amp;"_s));
    }
  }

  /// `::video{src=a.mp4 poster="b c.jpg"}`: values with or without quotes; a gallery lists several with
  /// commas.
  void rewriteDirective(qsizetype begin, qsizetype end) {
    static const QRegularExpression attribute(
        u"(?<=[\\s{,])(src|href|poster|captions|data-src)\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'|([^\\s\"'{}]+))"_s,
        QRegularExpression::CaseInsensitiveOption);
    const QString line = text_.mid(begin, end - begin);
    const bool gallery = line.trimmed().startsWith(u"::gallery"_s);
    auto matches = attribute.globalMatch(line);
    while (matches.hasNext()) {
      const auto match = matches.next();
      const int group = match.lastCapturedIndex();
      const Form form = match.captured(1).toLower() == u"href"_s ? Form::Link : Form::Html;
      bool changed = false;
      QStringList targets;
      const QStringList written =
          gallery ? match.captured(group).split(u',') : QStringList{match.captured(group)};
      for (const QString& target : written) {
        const auto address = ask(target.trimmed(), form, begin + match.capturedStart(group));
        changed = changed || address;
        targets << (address ? encodedTarget(*address).replace(u',', u"%2C"_s) : target.trimmed());
      }
      if (!changed) continue;
      const QString value = targets.join(u", "_s);
      const bool bare = group == 4 && (value.contains(u' ') || value.contains(u'{') || value.contains(u'}'));
      put({begin + match.capturedStart(group), begin + match.capturedEnd(group), {}},
          bare ? u'"' + value + u'"' : value);
    }
  }

  const QString& text_;
  bool wikiLinks_;
  const Rewrite& rewrite_;
  QList<TextRange> opaque_;
  OpaqueCursor cursor_;
  QList<bool> images_;
  QString out_;
  qsizetype at_ = 0;
  qsizetype copied_ = 0;
};

}  // namespace

QString rewriteLinks(const QString& markdown, bool wikiLinks, const Rewrite& rewrite) {
  return LinkScanner(markdown, wikiLinks, rewrite).run();
}

QString encodedTarget(const QString& target) {
  QString out;
  for (const QChar c : target) {
    const bool unsafe = c.unicode() <= 0x20 || c == u'(' || c == u')' || c == u'<' || c == u'>' ||
                        c == u'"' || c == u'\\' || c == u'`' || c == u'\'' || c == u'|';
    if (unsafe)
      out += u'%' + QString::number(c.unicode(), 16).toUpper().rightJustified(2, u'0');
    else
      out += c;
  }
  return out;
}

}  // namespace offprint
