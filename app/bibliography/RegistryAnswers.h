#pragma once
#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include "app/core/Result.h"

namespace offprint {

/// What registries answer, as entries of CSL JSON. Each function reads one registry's form; what is not of
/// that form is an error of code Corrupt, a form without works gives an empty list. Any thread.
namespace registryAnswers {

/// One work as the agencies of doi.org give it out as application/vnd.citationstyles.csl+json, or as Crossref
/// has it in its own JSON: lists where CSL has texts, its own types, and much that is no variable.
/// `variables` are those to keep (CSL 1.0.2, appendix IV).
QJsonObject work(const QJsonObject& answer, const QStringList& variables);
Result<QJsonArray> doi(const QByteArray& body, const QStringList& variables);
/// A list of works of Crossref's REST API ("message": {"items": […]}).
Result<QJsonArray> works(const QByteArray& body, const QStringList& variables);
/// A feed of arXiv's API (Atom, arXiv API User's Manual, section 3.3).
Result<QJsonArray> arxiv(const QByteArray& body);
/// Open Library's books API with jscmd=data: an object with one book for each key that was asked for.
Result<QJsonArray> books(const QByteArray& body);

}  // namespace registryAnswers
}  // namespace offprint
