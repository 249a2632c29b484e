#include "app/bibliography/WorkQuery.h"

#include <QRegularExpression>

#include "app/bibliography/WorkIdentifiers.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Type = WorkQuery::Type;

struct Prefix {
  Type type;
  QLatin1StringView text;
};
constexpr Prefix prefixes[] = {
    {Type::Doi, "doi:"_L1}, {Type::Arxiv, "arxiv:"_L1}, {Type::Isbn, "isbn:"_L1}, {Type::Title, "title:"_L1}};

/// Entries in a format that is told by its beginning.
Type formatOf(const QString& text) {
  static const QRegularExpression bibtex(
      u"^\\s*@\\s*[a-z]+\\s*[{(]"_s,
      QRegularExpression::CaseInsensitiveOption | QRegularExpression::MultilineOption);
  static const QRegularExpression ris(u"^TY  ?- "_s, QRegularExpression::MultilineOption);
  static const QRegularExpression json(u"^\\s*[\\[{]\\s*[\\[{\"\\]}]"_s);
  if (json.match(text).hasMatch()) return Type::CslJson;
  if (ris.match(text).hasMatch()) return Type::Ris;
  return bibtex.match(text).hasMatch() ? Type::Bibtex : Type::Nothing;
}

/// A DOI inside an address of a publisher or in a line of text ("…/doi/abs/10.1145/3600006.3613165").
QString doiWithin(const QString& text) {
  static const QRegularExpression doi(u"(?:^|[\\s/=:(<])(10\\.\\d{4,9}/[^\\s\"<>?#]+)"_s);
  QString found = doi.match(text).captured(1);
  while (found.endsWith(u'.') || found.endsWith(u',') || found.endsWith(u';'))
    found.chop(1);
  return found;
}

bool oneWord(const QString& text) {
  return !text.contains(u' ');
}

}  // namespace

QString isbnIn(const QString& written) {
  static const QRegularExpression form(
      u"^\\s*(?:urn:)?(?:isbn(?:-1[03])?:?)?\\s*([\\d][\\d\\s–-]{8,20}[\\dx])\\s*$"_s,
      QRegularExpression::CaseInsensitiveOption);
  QString digits;
  for (const QChar c : form.match(written).captured(1))
    if (c.isDigit() || c.toLower() == u'x') digits += c.toLower();
  if (digits.size() == 10) {
    int sum = 0;
    for (int i = 0; i < 10; ++i) {
      if (digits.at(i) == u'x' && i < 9) return {};
      sum += (10 - i) * (digits.at(i) == u'x' ? 10 : digits.at(i).digitValue());
    }
    if (sum % 11 != 0) return {};
    digits = u"978"_s + digits.left(9);  // its check digit follows below
  } else if (digits.size() != 13 || digits.contains(u'x') ||
             !(digits.startsWith("978"_L1) || digits.startsWith("979"_L1))) {
    return {};
  }
  int sum = 0;
  for (int i = 0; i < 12; ++i)
    sum += digits.at(i).digitValue() * (i % 2 ? 3 : 1);
  const QString check = QString::number((10 - sum % 10) % 10);
  if (digits.size() == 12) return digits + check;
  return digits.endsWith(check) ? digits : QString();
}

WorkQuery WorkQuery::read(const QString& written) {
  if (const Type format = formatOf(written); format != Type::Nothing) return {format, written};
  const QString text = written.simplified();
  if (text.isEmpty()) return {};
  if (const QString doi = doiIn(text); !doi.isEmpty()) {
    // arXiv gives its preprints DOIs of their own; arXiv itself knows most of them.
    static const QRegularExpression ofArxiv(u"^10\\.48550/arxiv\\.(.+)$"_s,
                                            QRegularExpression::CaseInsensitiveOption);
    const QString id = arxivIn(ofArxiv.match(doi).captured(1));
    return id.isEmpty() ? WorkQuery{Type::Doi, doi} : WorkQuery{Type::Arxiv, id};
  }
  if (const QString isbn = isbnIn(text); !isbn.isEmpty()) return {Type::Isbn, isbn};
  const QString arxiv = arxivIn(text);
  if (!arxiv.isEmpty() && (oneWord(text) || text.startsWith("arxiv"_L1, Qt::CaseInsensitive)))
    return {Type::Arxiv, arxiv};
  if (const QString doi = oneWord(text) ? doiWithin(text) : QString(); !doi.isEmpty())
    return {Type::Doi, doi};
  return {Type::Title, text};
}

QString WorkQuery::toToken() const {
  for (const Prefix& prefix : prefixes)
    if (prefix.type == type) return prefix.text + text;
  return {};
}

WorkQuery WorkQuery::fromToken(const QString& token) {
  for (const Prefix& prefix : prefixes)
    if (token.startsWith(prefix.text) && token.size() > prefix.text.size())
      return {prefix.type, token.mid(prefix.text.size())};
  return {};
}

}  // namespace offprint
