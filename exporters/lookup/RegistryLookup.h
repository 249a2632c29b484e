#pragma once
#include <QHash>
#include <QMap>

#include "app/bibliography/Lookup.h"
#include "app/core/Resources.h"
#include "exporters/lookup/HttpFetch.h"

namespace offprint {

/// The registries and where they are asked.
struct LookupServices {
  QMap<QString, QUrl> addresses;  ///< "doi", "arxiv", "books", "works" → base address, without "/" at its end
  QStringList variables;          ///< CSL variables that are kept of an answer

  /// As resources/bibliography/lookup.json has them; OFFPRINT_LOOKUP_DOI, …_ARXIV, …_BOOKS and …_WORKS in the
  /// environment win over `chosen` (by the same names, empty ones do not count), that over the file. Errors:
  /// those of reading the program's data; InvalidInput for an address that is none of http or https.
  static Result<LookupServices> load(const Resources& resources, const QMap<QString, QString>& chosen = {});
};

/// Asks the registries over HTTP: a DOI by content negotiation for CSL JSON, an arXiv identifier through
/// arXiv's API, an ISBN and a title through APIs of the form that Open Library and Crossref publish. One
/// request a query, and none by itself.
class RegistryLookup : public Lookup {
 public:
  RegistryLookup(LookupServices services, HttpFetch::Limits limits);
  explicit RegistryLookup(LookupServices services) : RegistryLookup(std::move(services), {}) {}

  Result<QJsonArray> find(const WorkQuery& query, const Task& task) override;

  /// Who would be asked, as people know them: "the DOI registry".
  static QString nameOf(WorkQuery::Type type);

 private:
  struct Question;
  Result<Question> questionFor(const WorkQuery& query) const;

  LookupServices services_;
  HttpFetch fetch_;
};

}  // namespace offprint
