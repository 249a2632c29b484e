#pragma once
#include <memory>
#include <QJsonObject>
#include <QList>
#include <QString>

#include "app/content/FieldSpec.h"
#include "app/core/Result.h"

namespace offprint {

/// An option of a section of the home page: a field, and the object of the section's options that holds it.
struct SectionField {
  FieldSpec spec;
  QString within;  ///< key of an object among the options ("primary"); empty: the options themselves

  /// The option as a field shows it: JSON's true and false become the words of a choice, or "auto" and "no"
  /// in a text.
  QJsonValue valueIn(const QJsonObject& options) const;
  /// Puts what a field holds into the options; what is empty is taken out.
  void putInto(QJsonObject& options, const QJsonValue& value) const;
};

/// A type of section of the home page, as resources/home/sections.json declares it.
struct SectionType {
  QString id;     ///< "hero", "writing-list", …
  QString label;  ///< "Introduction"
  QString icon;   ///< lucide icon name
  QString about;  ///< what it shows, in a few words
  QString title;  ///< heading of a new section; may be empty
  QList<SectionField> fields;
};

/// The types of sections, in the order in which a window offers them. Immutable; shared by pointer.
class SectionCatalog {
 public:
  /// Reads the declaration; an Error names the file and what is wrong in it.
  static Result<std::shared_ptr<const SectionCatalog>> load(const QString& file);

  const QList<SectionType>& all() const { return types_; }
  const SectionType* find(const QString& id) const;

 private:
  QList<SectionType> types_;
};

}  // namespace offprint
