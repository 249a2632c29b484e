#include "app/bibliography/BibtexFormat.h"

#include <QJsonArray>
#include <QJsonDocument>

#include "app/core/FileOps.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QHash<QString, QString> texts(const QJsonValue& json) {
  QHash<QString, QString> map;
  const QVariantHash values = json.toObject().toVariantHash();
  for (auto it = values.begin(); it != values.end(); ++it)
    map.insert(it.key(), it->toString());
  return map;
}

QStringList list(const QJsonValue& json) {
  return json.toVariant().toStringList();
}

QSet<QString> set(const QJsonValue& json) {
  const QStringList names = list(json);
  return {names.begin(), names.end()};
}

}  // namespace

Result<std::shared_ptr<const BibtexFormat>> BibtexFormat::load(const Resources& resources) {
  const QString file = resources.path(u"bibliography/bibtex.json"_s);
  const auto content = files::read(file);
  if (!content) return content.error();
  const QJsonObject json = QJsonDocument::fromJson(*content).object();
  if (json.isEmpty())
    return makeError(ErrorCode::Corrupt,
                     say("The program's table of BibTeX names is damaged. Install Offprint again."))
        .at(file);
  auto latex = LatexText::load(resources);
  if (!latex) return latex.error();
  auto format = std::make_shared<BibtexFormat>();
  format->latex = *latex;
  format->synonyms = texts(json["synonyms"_L1]);
  format->months = list(json["months"_L1]);
  const QJsonObject types = json["types"_L1].toObject();
  for (auto it = types.begin(); it != types.end(); ++it)
    format->types.insert(it.key(), {(*it)["option"_L1].toString(), (*it)["csl"_L1].toString()});
  format->thesisTypes = texts(json["thesisTypes"_L1]);
  format->variables = texts(json["variables"_L1]);
  format->nameVariables = set(json["nameVariables"_L1]);
  format->dateVariables = set(json["dateVariables"_L1]);
  format->verbatim = set(json["verbatim"_L1]);
  format->notInherited = set(json["notInherited"_L1]);
  format->languages = texts(json["languages"_L1]);
  return std::shared_ptr<const BibtexFormat>(std::move(format));
}

}  // namespace offprint
