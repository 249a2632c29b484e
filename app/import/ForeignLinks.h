#pragma once
#include <QJsonObject>

#include "app/content/ContentKind.h"

namespace offprint {

/// Hugo Blox keeps links and identifiers of an item in `links` (a list of `type`, `url`, `label`) and
/// `hugoblox.ids`: they become the fields that `kind` has for them, the rest rows of its `links` table. What
/// was understood is taken out of `values`.
void takeForeignLinks(QJsonObject& values, const ContentKind& kind, QJsonObject& fields);

/// A value in a form that `field` reads: publication types of CSL and of older Hugo themes, postal addresses
/// in parts, and the like. Others are given back as they are.
QJsonValue foreignValue(const FieldSpec& field, const QJsonValue& value);

}  // namespace offprint
