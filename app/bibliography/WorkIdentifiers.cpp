#include "app/bibliography/WorkIdentifiers.h"

#include <QRegularExpression>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace offprint {

QString doiIn(const QString& written) {
  static const QRegularExpression prefix(u"^\\s*(?:https?://(?:dx\\.)?(?:www\\.)?doi\\.org/|doi:?\\s*)"_s,
                                         QRegularExpression::CaseInsensitiveOption);
  static const QRegularExpression doi(u"^10\\.\\d+(?:\\.\\d+)*/\\S+$"_s);
  const auto match = prefix.match(written);
  QString text = written.mid(match.capturedLength()).trimmed();
  const bool address = match.captured().contains("://"_L1);
  if (address) text = QUrl::fromPercentEncoding(text.toUtf8());
  return doi.match(text).hasMatch() ? text : QString();
}

QString comparableDoi(const QString& written) {
  return doiIn(written).toLower();
}

QString arxivIn(const QString& written) {
  static const QRegularExpression identifier(
      u"(?:^\\s*|arxiv:\\s*|arxiv\\.org/(?:abs|pdf|html)/|\\barxiv\\s+)"
      "(\\d{4}\\.\\d{4,5}(?:v\\d+)?|[a-z-]+(?:\\.[a-z]{2})?/\\d{7}(?:v\\d+)?)(?:\\.pdf)?(?=$|[\\s,;)\\]?#\\[])"_s,
      QRegularExpression::CaseInsensitiveOption);
  return identifier.match(written).captured(1);
}

const FieldSpec* bibtexFieldOf(const ContentKind& kind, QLatin1StringView bibtex) {
  for (const FieldSpec& field : kind.fields)
    if (field.bibtex == bibtex) return &field;
  return nullptr;
}

void settleIdentifiers(ContentItem& item, const ContentKind& kind) {
  const auto text = [&](const FieldSpec* field) {
    return field ? item.fields.value(field->key).toString() : QString();
  };
  const FieldSpec* doi = bibtexFieldOf(kind, "doi"_L1);
  const QString address = text(bibtexFieldOf(kind, "url"_L1));
  for (const QString& written : {text(doi), address})
    if (const QString bare = doiIn(written); doi && !bare.isEmpty()) {
      item.fields.insert(doi->key, bare);
      break;
    }
  const FieldSpec* eprint = bibtexFieldOf(kind, "eprint"_L1);
  if (const QString id = arxivIn(address); eprint && !id.isEmpty()) item.fields.insert(eprint->key, id);
}

}  // namespace offprint
