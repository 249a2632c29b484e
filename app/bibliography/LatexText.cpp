#include "app/bibliography/LatexText.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include "app/bibliography/LatexDecoder.h"
#include "app/bibliography/LatexTable.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QHash<QString, QString> texts(const QJsonValue& json) {
  QHash<QString, QString> map;
  const QJsonObject object = json.toObject();
  for (auto it = object.begin(); it != object.end(); ++it)
    map.insert(it.key(), it->toString());
  return map;
}

template <class Value>
QHash<QChar, Value> byCharacter(const QJsonValue& json, const std::function<Value(const QString&)>& value) {
  QHash<QChar, Value> map;
  const QJsonObject object = json.toObject();
  for (auto it = object.begin(); it != object.end(); ++it)
    map.insert(it.key().at(0), value(it->toString()));
  return map;
}

QSet<QString> names(const QJsonValue& json) {
  QSet<QString> set;
  for (const QJsonValue name : json.toArray())
    set << name.toString();
  return set;
}

LatexText::Table tableFrom(const QJsonObject& json) {
  LatexText::Table table;
  const QHash<QString, QString> accents = texts(json["accents"_L1]);
  for (auto it = accents.begin(); it != accents.end(); ++it)
    table.accents.insert(it.key(), it->at(0));
  table.symbols = texts(json["symbols"_L1]);
  table.characters = byCharacter<QString>(json["characters"_L1], [](const QString& text) { return text; });
  table.emphasis = texts(json["emphasis"_L1]);
  table.switches = texts(json["switches"_L1]);
  const QJsonObject enclosing = json["enclosing"_L1].toObject();
  for (auto it = enclosing.begin(); it != enclosing.end(); ++it)
    table.enclosing.insert(it.key(), {it->toArray()[0].toString(), it->toArray()[1].toString()});
  const auto first = [](const QString& text) { return text.at(0); };
  table.superscripts = byCharacter<QChar>(json["superscripts"_L1], first);
  table.subscripts = byCharacter<QChar>(json["subscripts"_L1], first);
  table.superscriptCommands = names(json["superscriptCommands"_L1]);
  table.subscriptCommands = names(json["subscriptCommands"_L1]);
  table.transparent = names(json["transparent"_L1]);
  table.dropped = names(json["dropped"_L1]);
  table.silent = names(json["silent"_L1]);
  return table;
}

/// Writes text as LaTeX, character by character.
class Encoder {
 public:
  Encoder(const LatexText::Table& table, const QString& text, bool markdown, bool ascii)
      : table_(table), text_(text), markdown_(markdown), ascii_(ascii) {}

  QString run() {
    while (i_ < text_.size()) {
      if (takeMath()) continue;
      if (markdown_ && takeMarkup()) continue;
      put(text_.at(i_));
      ++i_;
    }
    return out_ + QString(opened_.size(), u'}');
  }

 private:
  QChar next() const { return i_ + 1 < text_.size() ? text_.at(i_ + 1) : QChar(); }

  /// Formulas are LaTeX already. In plain text a $ is money unless a formula follows.
  bool takeMath() {
    static const QRegularExpression dollars(u"\\$\\$?(?:[^$\\\\]|\\\\.)+\\$\\$?"_s);
    static const QRegularExpression brackets(u"\\\\\\((?:(?!\\\\\\)).)+\\\\\\)"_s);
    const bool dollar = text_.at(i_) == u'$';
    if (!dollar && !(text_.at(i_) == u'\\' && next() == u'(')) return false;
    const auto match =
        (dollar ? dollars : brackets)
            .match(text_, i_, QRegularExpression::NormalMatch, QRegularExpression::AnchorAtOffsetMatchOption);
    const QString math = match.captured();
    static const QRegularExpression formula(u"[\\\\^_{]"_s);
    if (!match.hasMatch() || math.count(u'{') != math.count(u'}')) return false;
    if (dollar && !markdown_ && !math.contains(formula)) return false;
    out_ += math;
    i_ += math.size();
    return true;
  }

  bool takeMarkup() {
    static const QString bracket = u"&#91;"_s;
    const QChar c = text_.at(i_);
    if (c == u'\\' && (next().isPunct() || next().isSymbol())) {
      put(next());
      i_ += 2;
    } else if (c == u'*') {
      const bool strong = next() == u'*';
      toggle(strong ? u"\\textbf{"_s : u"\\emph{"_s);
      i_ += strong ? 2 : 1;
    } else if (c == u'&' && QStringView(text_).mid(i_, bracket.size()) == bracket) {
      out_ += u'[';
      i_ += bracket.size();
    } else {
      return false;
    }
    return true;
  }

  void toggle(const QString& command) {
    if (!opened_.isEmpty() && opened_.last() == command) {
      opened_.removeLast();
      out_ += u'}';
      return;
    }
    opened_ << command;
    out_ += command;
  }

  void put(QChar c) {
    static const QHash<QChar, QString> commands{{u'\\', u"{\\textbackslash}"_s},
                                                {u'{', u"{\\textbraceleft}"_s},
                                                {u'}', u"{\\textbraceright}"_s},
                                                {u'~', u"{\\textasciitilde}"_s},
                                                {u'^', u"{\\textasciicircum}"_s},
                                                {u'`', u"{\\textasciigrave}"_s},
                                                {QChar::Nbsp, u"~"_s},
                                                {u'&', u"\\&"_s},
                                                {u'%', u"\\%"_s},
                                                {u'#', u"\\#"_s},
                                                {u'_', u"\\_"_s},
                                                {u'$', u"\\$"_s}};
    if (const auto found = commands.constFind(c); found != commands.constEnd()) {
      out_ += *found;
    } else if (ascii_ && c.unicode() > 0x7E) {
      putAscii(c);
    } else {
      const bool ligature = (c == u'-' || c == u'\'') && out_.endsWith(c);
      if (ligature) out_ += u"{}"_s;
      out_ += c;
    }
  }

  void putAscii(QChar c) {
    if (const auto found = table_.characters.constFind(c); found != table_.characters.constEnd()) {
      // "-" before "--" would be one dash with it, "!" before "``" a letter of its own.
      const QChar before = out_.isEmpty() ? QChar() : out_.back();
      const QChar first = found->front();
      if ((before == first && first != u'{') || (first == u'`' && (before == u'!' || before == u'?')))
        out_ += u"{}"_s;
      out_ += *found;
      return;
    }
    const QString parts = QString(c).normalized(QString::NormalizationForm_D);
    QString letter = parts.left(1);
    if (parts.size() < 2 || letter.at(0).unicode() > 0x7E) {
      out_ += c;
      return;
    }
    for (const QChar mark : parts.mid(1)) {
      const QString command = table_.accents.key(mark);
      if (command.isEmpty()) {
        out_ += c;
        return;
      }
      letter = u"\\%1{%2}"_s.arg(command, letter);
    }
    out_ += u'{' + letter + u'}';
  }

  const LatexText::Table& table_;
  const QString& text_;
  const bool markdown_;
  const bool ascii_;
  qsizetype i_ = 0;
  QStringList opened_;
  QString out_;
};

}  // namespace

Result<std::shared_ptr<const LatexText>> LatexText::load(const Resources& resources) {
  const QString file = resources.path(u"bibliography/latex.json"_s);
  const auto content = files::read(file);
  if (!content) return content.error();
  const QJsonDocument json = QJsonDocument::fromJson(*content);
  if (!json.isObject())
    return makeError(ErrorCode::Corrupt,
                     say("The program's table of LaTeX characters is damaged. Install Offprint again."))
        .at(file);
  auto table = std::make_shared<const Table>(tableFrom(json.object()));
  return std::shared_ptr<const LatexText>(new LatexText(std::move(table)));
}

QString LatexText::toUnicode(const QString& latex, Form form) const {
  const QString text = latex.contains(u'%') ? withoutComments(latex) : latex;
  return LatexDecoder(*table_, text, form).run().normalized(QString::NormalizationForm_C).trimmed();
}

QString LatexText::verbatim(const QString& written) const {
  static const QRegularExpression command(
      u"\\\\([a-zA-Z]+) *(?:\\{\\})?|\\\\([^a-zA-Z])(?:\\{\\})?|([{}])"_s);
  static const QRegularExpression lineBreak(u"\\s*[\\r\\n]\\s*"_s);
  const QString text = QString(written).remove(lineBreak).trimmed();
  QString out;
  qsizetype done = 0;
  auto matches = command.globalMatch(text);
  while (matches.hasNext()) {
    const auto match = matches.next();
    out += QStringView(text).mid(done, match.capturedStart() - done);
    done = match.capturedEnd();
    if (match.hasCaptured(1)) out += table_->symbols.value(match.captured(1));
    if (match.hasCaptured(2)) out += match.captured(2);
  }
  out += QStringView(text).mid(done);
  return out.trimmed();
}

QString LatexText::toLatex(const QString& text, Form form, bool ascii) const {
  return Encoder(*table_, text, form == Form::Markdown, ascii).run();
}

QString LatexText::withoutComments(const QString& value) {
  QString out;
  for (qsizetype i = 0; i < value.size(); ++i) {
    const QChar c = value.at(i);
    const bool starts = i == 0 || value.at(i - 1).isSpace();
    const bool escaped = i > 0 && value.at(i - 1) == u'\\';
    const QChar next = i + 1 < value.size() ? value.at(i + 1) : QChar();
    const bool endsLine = next == u'\n' || next == u'\r';
    if (c == u'%' && !escaped && (endsLine || (starts && !next.isNull() && !next.isSpace()))) {
      const qsizetype end = value.indexOf(u'\n', i);
      if (end >= 0) {
        i = end - 1;
        continue;
      }
    }
    out += c;
  }
  return out;
}

}  // namespace offprint
