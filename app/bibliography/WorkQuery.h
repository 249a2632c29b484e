#pragma once
#include <QString>

namespace offprint {

/// What somebody wrote to have a work added: an identifier to ask a registry for, words of a title, or
/// entries that hold everything.
struct WorkQuery {
  enum class Type {
    Nothing,
    Doi,
    Arxiv,
    Isbn,
    Title,   ///< words, to be searched for
    Bibtex,  ///< the rest are entries: nothing has to be asked
    Ris,
    CslJson,
  };
  Type type = Type::Nothing;
  QString text;  ///< a bare identifier, words, or the entries as they were written

  bool operator==(const WorkQuery&) const = default;
  bool hasEntries() const { return type >= Type::Bibtex; }

  /// Never fails: what is nothing else is words of a title.
  static WorkQuery read(const QString& written);
  /// As an item keeps it until it can be asked for ("doi:10.1145/3600006.3613165"); fromToken() reads it
  /// back.
  QString toToken() const;
  static WorkQuery fromToken(const QString& token);
};

/// The 13 digits of an ISBN that is written with or without hyphens, with 10 or 13 digits (ISO 2108). Empty
/// when there is none or its check digit is wrong.
QString isbnIn(const QString& written);

}  // namespace offprint
