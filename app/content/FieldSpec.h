#pragma once
#include <QJsonObject>
#include <QJsonValue>
#include <QString>
#include <QStringList>

#include "app/core/Result.h"

namespace offprint {

/// One typed field of a kind, as declared in resources/kinds/*.json. Form, validation, front matter, storage,
/// lists and the command line all read it.
struct FieldSpec {
  enum class Type {
    Text,
    LongText,
    Markdown,
    Number,
    Boolean,
    Date,
    DateTime,
    Choice,
    Level,
    Url,
    Email,
    Language,
    List,     ///< list of texts
    Table,    ///< list of objects whose columns are `columns`
    Persons,  ///< list of Person::toJson()
    Item,
    Items,
    Media,
    Publication,
  };
  struct Option {
    QString value;
    QString label;
    QString csl{};     ///< value of the CSL variable the field maps to; empty: none
    QString bibtex{};  ///< the same for BibTeX
  };

  QString key;  ///< front-matter and JSON key, lower camel case
  QString label;
  QString help;  ///< one sentence under the field; may be empty
  Type type = Type::Text;
  QString section;           ///< heading of the inspector section; empty: the kind's own
  QList<Option> options;     ///< Choice
  QList<FieldSpec> columns;  ///< Table
  QString itemKind;          ///< Item, Items: restricts the picker; empty: any kind
  int minimum = 0;           ///< Number, Level
  int maximum = 0;           ///< Number, Level; 0: no limit
  bool required = false;     ///< a finding when empty on a published item
  bool listed = false;       ///< shown in lists and tables
  QStringList aliases;       ///< other front-matter keys read as this field on import
  QString csl;               ///< CSL variable it maps to; empty: none
  QString bibtex;            ///< BibTeX field it maps to; empty: none

  static Result<FieldSpec> fromJson(const QJsonObject& json);
  static QString typeName(Type type);
  /// Reads a value typed by hand (`--field k=v`, front matter) into the field's JSON form.
  /// InvalidInput with a sentence that says what would be right.
  Result<QJsonValue> read(const QJsonValue& given) const;
};

}  // namespace offprint
