#include "app/content/SectionType.h"

#include <algorithm>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include "app/core/FileOps.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qint64 kLargest = 1024 * 1024;

Error broken(const QString& file, const QString& what) {
  return makeError(ErrorCode::InvalidInput, say("The sections of the home page in \"%1\" cannot be used: %2")
                                                .arg(QFileInfo(file).fileName(), what))
      .at(file);
}

Result<QList<SectionField>> fieldsOf(const QJsonArray& rows) {
  QList<SectionField> fields;
  for (const QJsonValue& row : rows) {
    QJsonObject json = row.toObject();
    SectionField field;
    field.within = json.take(u"within"_s).toString();
    const auto spec = FieldSpec::fromJson(json);
    if (!spec) return spec.error();
    field.spec = *spec;
    fields.append(field);
  }
  return fields;
}

bool isEmpty(const QJsonValue& value) {
  return value.isNull() || value.isUndefined() || (value.isString() && value.toString().isEmpty()) ||
         (value.isArray() && value.toArray().isEmpty());
}

}  // namespace

QJsonValue SectionField::valueIn(const QJsonObject& options) const {
  const QJsonObject holder = within.isEmpty() ? options : options.value(within).toObject();
  const QJsonValue value = holder.value(spec.key);
  if (!value.isBool() || spec.type == FieldSpec::Type::Boolean) return value;
  if (spec.type == FieldSpec::Type::Choice) return value.toBool() ? u"true"_s : u"false"_s;
  return value.toBool() ? u"auto"_s : u"no"_s;
}

void SectionField::putInto(QJsonObject& options, const QJsonValue& value) const {
  QJsonObject holder = within.isEmpty() ? options : options.value(within).toObject();
  const QString word = value.toString();
  const bool choice = spec.type == FieldSpec::Type::Choice;
  if (isEmpty(value) || (value.isBool() && !value.toBool())) {
    holder.remove(spec.key);
  } else if (word == (choice ? "true"_L1 : "auto"_L1)) {
    holder.insert(spec.key, true);
  } else if (word == (choice ? "false"_L1 : "no"_L1)) {
    holder.insert(spec.key, false);
  } else {
    holder.insert(spec.key, value);
  }
  if (within.isEmpty()) {
    options = holder;
  } else if (holder.isEmpty()) {
    options.remove(within);
  } else {
    options.insert(within, holder);
  }
}

Result<std::shared_ptr<const SectionCatalog>> SectionCatalog::load(const QString& file) {
  const auto bytes = files::read(file, kLargest);
  if (!bytes) return bytes.error();
  QJsonParseError problem;
  const QJsonObject json = QJsonDocument::fromJson(*bytes, &problem).object();
  if (problem.error != QJsonParseError::NoError) return broken(file, problem.errorString());
  const auto common = fieldsOf(json.value(u"common"_s).toArray());
  if (!common) return broken(file, common.error().message);
  const auto ofLists = fieldsOf(json.value(u"list"_s).toArray());
  if (!ofLists) return broken(file, ofLists.error().message);
  auto catalog = std::make_shared<SectionCatalog>();
  for (const QJsonValue& row : json.value(u"sections"_s).toArray()) {
    SectionType type{row[u"id"_s].toString(),    row[u"label"_s].toString(), row[u"icon"_s].toString(),
                     row[u"about"_s].toString(), row[u"title"_s].toString(), {}};
    if (type.id.isEmpty() || type.label.isEmpty() || catalog->find(type.id))
      return broken(file, say("each section has an id of its own and a label (\"%1\").").arg(type.id));
    const auto own = fieldsOf(row[u"fields"_s].toArray());
    if (!own) return broken(file, own.error().message);
    type.fields = *own;
    if (row[u"list"_s].toBool()) type.fields += *ofLists;
    type.fields += *common;
    catalog->types_.append(type);
  }
  return std::shared_ptr<const SectionCatalog>(catalog);
}

const SectionType* SectionCatalog::find(const QString& id) const {
  const auto found =
      std::find_if(types_.cbegin(), types_.cend(), [&id](const SectionType& type) { return type.id == id; });
  return found == types_.cend() ? nullptr : &*found;
}

}  // namespace offprint
