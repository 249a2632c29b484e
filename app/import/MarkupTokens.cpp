#include "app/import/MarkupTokens.h"

#include <QHash>

#include "app/import/OpaqueRanges.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qsizetype longestTag = 10'000;

/// Reads `a "b c" key="value" key=value` into a token.
class ArgumentReader {
 public:
  ArgumentReader(const QString& text, MarkupToken& token) : text_(text), token_(token) {}

  void run() {
    while (skipBlanks()) {
      QString key = word(true);
      if (at_ < text_.size() && text_[at_] == u'=' && !key.isEmpty()) {
        ++at_;
        token_.options.append({key, word(false)});
      } else if (!key.isEmpty() || quoted_) {
        token_.values << key;
      } else {
        ++at_;  // a character that begins nothing
      }
    }
  }

 private:
  bool skipBlanks() {
    while (at_ < text_.size() && (text_[at_].isSpace() || text_[at_] == u','))
      ++at_;
    return at_ < text_.size();
  }

  QString word(bool stopAtEquals) {
    quoted_ = false;
    if (at_ >= text_.size()) return {};
    const QChar quote = text_[at_];
    if (quote == u'"' || quote == u'\'' || quote == u'`') {
      quoted_ = true;
      QString value;
      for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
        if (text_[at_] == u'\\' && quote == u'"' && at_ + 1 < text_.size()) ++at_;
        value += text_[at_];
      }
      if (at_ < text_.size()) ++at_;
      return value;
    }
    const qsizetype begin = at_;
    while (at_ < text_.size() && !text_[at_].isSpace() && text_[at_] != u',' &&
           !(stopAtEquals && text_[at_] == u'='))
      ++at_;
    return text_.mid(begin, at_ - begin);
  }

  const QString& text_;
  MarkupToken& token_;
  qsizetype at_ = 0;
  bool quoted_ = false;
};

class Tokenizer {
 public:
  Tokenizer(const QString& text, SiteFlavour flavour)
      : text_(text), hugo_(flavour == SiteFlavour::Hugo), opaque_(opaqueRanges(text)), cursor_(opaque_) {}

  QList<MarkupToken> run() {
    for (qsizetype at = text_.indexOf(u'{'); at >= 0; at = text_.indexOf(u'{', at)) {
      MarkupToken token;
      token.begin = at;
      token.inCode = cursor_.endAt(at) >= 0;
      if (hugo_ ? readShortcode(token) : readLiquid(token)) {
        at = token.end;
        tokens_ << token;
      } else {
        ++at;
      }
    }
    pair();
    return std::move(tokens_);
  }

 private:
  /// The end of a tag, quotes respected; -1 when it does not end. Gives up for good where no end is left.
  qsizetype findEnd(qsizetype from, const QString& closing) {
    if (noEnd_.value(closing, text_.size()) <= from) return -1;
    QChar quote;
    const qsizetype limit = qMin(text_.size(), from + longestTag);
    for (qsizetype i = from; i < limit; ++i) {
      const QChar c = text_[i];
      if (!quote.isNull()) {
        if (c == u'\\')
          ++i;
        else if (c == quote)
          quote = QChar();
      } else if (c == u'"' || c == u'`') {
        quote = c;
      } else if (QStringView(text_).mid(i, closing.size()) == closing) {
        return i;
      }
    }
    // An odd quote hides the end: the first one counts then.
    const qsizetype plain = text_.indexOf(closing, from);
    if (plain < 0) noEnd_[closing] = from;
    return plain >= 0 && plain < limit ? plain : -1;
  }

  void setCommand(MarkupToken& token, const QString& command) {
    const QString trimmed = command.trimmed();
    qsizetype end = 0;
    while (end < trimmed.size() && !trimmed[end].isSpace())
      ++end;
    token.name = trimmed.left(end).toLower();
    token.inner = trimmed.mid(end).trimmed();
    ArgumentReader(token.inner, token).run();
  }

  /// Whether a slash behind it is one of its own: behind `url=https://x.org` it belongs to the address.
  static bool endsWord(QStringView before) {
    const QChar last = before.isEmpty() ? u' ' : before.back();
    return last.isSpace() || last == u'"' || last == u'\'' || last == u'`' || !before.contains(u'=');
  }

  bool readShortcode(MarkupToken& token) {
    const QStringView opening = QStringView(text_).mid(token.begin, 3);
    if (opening != u"{{<"_s && opening != u"{{%"_s) return false;
    const QString closing = opening[2] == u'<' ? u">}}"_s : u"%}}"_s;
    qsizetype at = token.begin + 3;
    while (at < text_.size() && text_[at].isSpace())
      ++at;
    if (QStringView(text_).mid(at, 2) == u"/*"_s) {
      const qsizetype end = text_.indexOf(u"*/"_s, at + 2);
      const qsizetype close = end < 0 ? -1 : text_.indexOf(closing, end + 2);
      if (close < 0 || close > token.begin + longestTag) return false;
      token.type = MarkupToken::Type::Escaped;
      token.inner = opening.toString() + text_.mid(at + 2, end - at - 2) + closing;
      token.end = close + 3;
      return true;
    }
    const qsizetype end = findEnd(at, closing);
    if (end < 0) return false;
    QString command = text_.mid(at, end - at).trimmed();
    if (command.startsWith(u'/')) {
      token.type = MarkupToken::Type::Closing;
      command.remove(0, 1);
    } else if (command.endsWith(u'/') && endsWord(QStringView(command).chopped(1))) {
      command.chop(1);
      token.type = MarkupToken::Type::Single;
    }
    token.end = end + 3;
    setCommand(token, command);
    return !token.name.isEmpty();
  }

  bool readLiquid(MarkupToken& token) {
    const QStringView opening = QStringView(text_).mid(token.begin, 2);
    const bool output = opening == u"{{"_s;
    if (!output && opening != u"{%"_s) return false;
    const qsizetype end = findEnd(token.begin + 2, output ? u"}}"_s : u"%}"_s);
    if (end < 0) return false;
    QString command = text_.mid(token.begin + 2, end - token.begin - 2).trimmed();
    if (command.startsWith(u'-')) command.remove(0, 1);
    if (command.endsWith(u'-')) command.chop(1);
    token.end = end + 2;
    if (output) {
      token.type = MarkupToken::Type::Output;
      token.inner = command.trimmed();
      return true;
    }
    setCommand(token, command);
    if (token.name.startsWith(u"end"_s) && token.name.size() > 3) {
      token.type = MarkupToken::Type::Closing;
      token.name.remove(0, 3);
    }
    return !token.name.isEmpty();
  }

  void pair() {
    QHash<QString, QList<int>> open;
    for (int i = 0; i < tokens_.size(); ++i) {
      MarkupToken& token = tokens_[i];
      if (token.type == MarkupToken::Type::Tag) {
        open[token.name] << i;
      } else if (token.type == MarkupToken::Type::Closing && !open[token.name].isEmpty()) {
        token.partner = open[token.name].takeLast();
        tokens_[token.partner].partner = i;
      }
    }
  }

  const QString& text_;
  bool hugo_;
  QList<TextRange> opaque_;
  OpaqueCursor cursor_;
  QList<MarkupToken> tokens_;
  QHash<QString, qsizetype> noEnd_;
};

}  // namespace

QString MarkupToken::option(const QString& key) const {
  for (const auto& [written, value] : options) {
    if (written == key) return value;
  }
  return {};
}

QString MarkupToken::option(const QString& key, int place) const {
  const QString named = option(key);
  return named.isEmpty() ? values.value(place) : named;
}

QList<MarkupToken> markupTokens(const QString& text, SiteFlavour flavour) {
  return flavour == SiteFlavour::Plain ? QList<MarkupToken>() : Tokenizer(text, flavour).run();
}

}  // namespace offprint
