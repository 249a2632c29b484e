#include "app/bibliography/BibtexNames.h"

#include <QRegularExpression>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Calls `split` at each position outside of braces where it may cut, and returns the pieces. `split` answers
/// how many characters the separator has; 0: none.
QStringList cut(const QString& text, const std::function<qsizetype(qsizetype)>& split) {
  QStringList pieces;
  qsizetype begin = 0;
  int depth = 0;
  for (qsizetype i = 0; i < text.size();) {
    const QChar c = text.at(i);
    if (c == u'\\' && i + 1 < text.size()) {
      i += 2;
      continue;
    }
    depth = std::max(0, depth + (c == u'{' ? 1 : c == u'}' ? -1 : 0));
    const qsizetype length = depth == 0 ? split(i) : 0;
    if (length > 0) {
      pieces << text.mid(begin, i - begin).trimmed();
      begin = i += length;
    } else {
      ++i;
    }
  }
  pieces << text.mid(begin).trimmed();
  return pieces;
}

/// `text` has single blanks.
QStringList atAnd(const QString& text) {
  return cut(text, [&text](qsizetype i) -> qsizetype {
    const QStringView word = QStringView(text).mid(i, 5);
    const bool and_ =
        word.startsWith(u" and", Qt::CaseInsensitive) && (word.size() < 5 || word.back() == u' ');
    return and_ ? 4 : 0;
  });
}

QStringList atCommas(const QString& text) {
  return cut(text, [&text](qsizetype i) -> qsizetype { return text.at(i) == u',' ? 1 : 0; });
}

QStringList atBlanks(const QString& text) {
  QStringList words = cut(
      text, [&text](qsizetype i) -> qsizetype { return text.at(i).isSpace() || text.at(i) == u'~' ? 1 : 0; });
  words.removeAll(QString());
  return words;
}

bool isGroup(const QString& text) {
  if (text.size() < 2 || !text.startsWith(u'{') || !text.endsWith(u'}')) return false;
  int depth = 0;
  for (qsizetype i = 0; i < text.size(); ++i) {
    if (text.at(i) == u'\\')
      ++i;
    else if (text.at(i) == u'{')
      ++depth;
    else if (text.at(i) == u'}' && --depth == 0)
      return i == text.size() - 1;
  }
  return false;
}

bool isSuffix(const QString& word) {
  static const QRegularExpression suffix(u"^(jr|sr|ii|iii|iv)\\.?$"_s,
                                         QRegularExpression::CaseInsensitiveOption);
  return suffix.match(word).hasMatch();
}

/// Particles that are usually meant as such when they are written large before the last word.
bool looksLikeParticle(const QString& word) {
  static const QSet<QString> particles{u"De"_s,  u"Del"_s, u"Della"_s, u"Der"_s, u"Di"_s,  u"Da"_s,
                                       u"Dos"_s, u"Du"_s,  u"La"_s,    u"Le"_s,  u"Van"_s, u"Von"_s,
                                       u"Vom"_s, u"Zu"_s,  u"Ten"_s,   u"Ter"_s, u"El"_s};
  return particles.contains(word);
}

class Reader {
 public:
  explicit Reader(const LatexText& latex) : latex_(latex) {}

  BibtexNames run(const QString& written) {
    const QString text = LatexText::withoutComments(written).simplified();
    for (const QString& name : atAnd(u' ' + text)) {
      if (name.isEmpty()) continue;
      if (name.compare("others"_L1, Qt::CaseInsensitive) == 0) {
        names_.others = true;
        continue;
      }
      QString bare = name;
      const QString mark = takeMarks(bare);
      Person person = read(bare.trimmed());
      if (person.display().isEmpty()) continue;
      if (!mark.isEmpty()) names_.marks.insert(static_cast<int>(names_.people.size()), mark);
      names_.people << person;
    }
    return names_;
  }

 private:
  QString plain(const QString& text) const {
    return latex_.toUnicode(text).replace(QChar::Nbsp, u' ').simplified();
  }

  /// Signs that stand for notes on an author, also as TeX writes them.
  static QString takeMarks(QString& name) {
    static const QRegularExpression tex(
        u"\\$\\s*\\^?\\{?\\s*(?:\\*|\\\\ast|\\\\star|\\\\dagger|\\\\ddagger|[∗†‡])\\s*\\}?\\s*\\$"
        "|\\\\textsuperscript\\s*\\{\\s*[*∗†‡§¶]+\\s*\\}|\\\\(?:textdagger|dag|ddag|textasteriskcentered)\\b(?:\\{\\})?"_s);
    static const QRegularExpression sign(u"\\\\?[*∗†‡§¶]"_s);
    QString marks;
    auto found = tex.globalMatch(name);
    while (found.hasNext()) {
      const QString one = found.next().captured();
      marks += one.contains("ddag"_L1) || one.contains(u'‡')  ? u"‡"_s
               : one.contains("dag"_L1) || one.contains(u'†') ? u"†"_s
                                                              : u"*"_s;
    }
    name.remove(tex);
    found = sign.globalMatch(name);
    while (found.hasNext()) {
      const QChar last = found.next().captured().back();
      marks += last == QChar(0x2217) ? QChar(u'*') : last;
    }
    name.remove(sign);
    return marks;
  }

  Person read(const QString& name) {
    static const QRegularExpression keyed(u"^\\s*(?:family|given|prefix|suffix|useprefix)(?:-i)?\\s*="_s,
                                          QRegularExpression::CaseInsensitiveOption);
    if (keyed.match(name).hasMatch()) return readKeyed(name);
    if (isGroup(name) && name.at(1) != u'\\') return Person{{}, {}, {}, {}, plain(name), false};
    QStringList parts = atCommas(name);
    while (parts.size() > 1 && parts.last().isEmpty())
      parts.removeLast();
    if (parts.size() == 1) return inReadingOrder(parts.first());
    Person person;
    setFamily(person, atBlanks(parts.first()));
    const bool suffixed = parts.size() > 2;
    if (suffixed) person.suffix = plain(parts[1]);
    person.given = plain(parts.mid(suffixed ? 2 : 1).join(u", "_s));
    if (parts.size() > 3) doubt(name, plain(name));
    if (!suffixed && isSuffix(person.given) && parts.first().contains(u' ')) {
      // "Sam Hill, Jr."
      const QString suffix = person.given;
      person = inReadingOrder(parts.first());
      person.suffix = suffix;
    }
    return person;
  }

  Person readKeyed(const QString& name) {
    Person person;
    for (const QString& part : atCommas(name)) {
      const qsizetype equals = part.indexOf(u'=');
      if (equals < 0) continue;
      const QString key = part.left(equals).trimmed().toLower();
      QString written = part.mid(equals + 1).trimmed();
      if (written.size() > 1 && written.startsWith(u'"') && written.endsWith(u'"'))
        written = written.mid(1, written.size() - 2);
      const QString value = plain(written);
      if (key == "family"_L1) person.family = value;
      if (key == "given"_L1) person.given = value;
      if (key == "prefix"_L1) person.particle = value;
      if (key == "suffix"_L1) person.suffix = value;
    }
    return person;
  }

  /// A word in braces has no case; else the first letter decides, also one that TeX writes.
  bool isSmall(const QString& word) const {
    if (word.startsWith(u'{') && !word.startsWith("{\\"_L1)) return false;
    for (const QChar c : word.contains(u'\\') ? plain(word) : word)
      if (c.isLetter()) return c.isLower();
    return false;
  }

  void setFamily(Person& person, QStringList words) const {
    QStringList particle;
    while (words.size() > 1 && isSmall(words.first()))
      particle << words.takeFirst();
    person.particle = plain(particle.join(u' '));
    person.family = plain(words.join(u' '));
  }

  Person inReadingOrder(const QString& name) {
    Person person;
    QStringList words = atBlanks(name);
    if (words.size() > 2 && isSuffix(words.last())) person.suffix = words.takeLast();
    qsizetype family = words.size() - 1;
    for (qsizetype i = 0; i + 1 < words.size(); ++i) {
      if (!isSmall(words[i])) continue;
      family = i;
      break;
    }
    person.given = plain(words.mid(0, family).join(u' '));
    setFamily(person, words.mid(family));
    if (family >= 2 && family == words.size() - 1 && looksLikeParticle(words.value(family - 1))) {
      const QString suggestion =
          u"%1 %2, %3"_s.arg(words[family - 1], person.family, plain(words.mid(0, family - 1).join(u' ')));
      doubt(name, suggestion);
    }
    return person;
  }

  void doubt(const QString& name, const QString& suggestion) {
    names_.doubts
        << say("The name “%1” may be meant otherwise. Write “%2” if so.").arg(plain(name), suggestion);
  }

  const LatexText& latex_;
  BibtexNames names_;
};

}  // namespace

BibtexNames readNames(const QString& written, const LatexText& latex) {
  return Reader(latex).run(written);
}

QString writeNames(const People& people, bool others, const LatexText& latex, bool ascii) {
  static const QRegularExpression and_(u"\\band\\b|,"_s, QRegularExpression::CaseInsensitiveOption);
  const auto part = [&](const QString& text) {
    const QString value = latex.toLatex(text, LatexText::Form::Plain, ascii);
    return value.contains(and_) ? u'{' + value + u'}' : value;
  };
  QStringList names;
  for (const Person& person : people) {
    if (!person.literal.isEmpty()) {
      names << u'{' + latex.toLatex(person.literal, LatexText::Form::Plain, ascii) + u'}';
      continue;
    }
    // A family name of several words that begins small would lose its beginning to the particle.
    const bool small =
        person.particle.isEmpty() && person.family.contains(u' ') && person.family.at(0).isLower();
    QString name = small ? u'{' + part(person.family) + u'}' : part(person.family);
    if (!person.particle.isEmpty()) name = person.particle + u' ' + name;
    if (!person.suffix.isEmpty()) name += u", "_s + part(person.suffix);
    if (!person.given.isEmpty() || !person.suffix.isEmpty()) name += u", "_s + part(person.given);
    names << name;
  }
  if (others) names << u"others"_s;
  return names.join(u" and "_s);
}

}  // namespace offprint
