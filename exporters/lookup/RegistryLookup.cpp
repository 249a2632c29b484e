#include "exporters/lookup/RegistryLookup.h"

#include <algorithm>
#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QUrlQuery>

#include "app/bibliography/RegistryAnswers.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int kHits = 8;
constexpr qint64 kLargestTable = 1'000'000;

bool isWebAddress(const QUrl& url) {
  return url.isValid() && !url.host().isEmpty() && (url.scheme() == "https"_L1 || url.scheme() == "http"_L1);
}

Error noSuchWork(const WorkQuery& query) {
  switch (query.type) {
    case WorkQuery::Type::Doi:
      return makeError(ErrorCode::NotFound,
                       say("No work has the DOI %1. Check it, or search by title.").arg(query.text));
    case WorkQuery::Type::Arxiv:
      return makeError(ErrorCode::NotFound,
                       say("arXiv has no preprint %1. Check it, or search by title.").arg(query.text));
    case WorkQuery::Type::Isbn:
      return makeError(
          ErrorCode::NotFound,
          say("No book with the ISBN %1 is known there. Check it, or search by title.").arg(query.text));
    default:
      return makeError(
          ErrorCode::NotFound,
          say("Nothing was found for “%1”. Try fewer or other words, or paste its BibTeX.").arg(query.text));
  }
}

/// How long a registry asks to wait (RFC 9110, section 10.2.3), in words; empty when it does not say.
QString waitingTime(const QByteArray& retryAfter) {
  bool number = false;
  qint64 seconds = retryAfter.trimmed().toLongLong(&number);
  if (!number) {
    QDateTime until = QLocale::c().toDateTime(QString::fromLatin1(retryAfter.trimmed()),
                                              u"ddd, dd MMM yyyy hh:mm:ss 'GMT'"_s);
    if (!until.isValid()) return {};
    until.setTimeSpec(Qt::UTC);
    seconds = QDateTime::currentDateTimeUtc().secsTo(until);
  }
  seconds = std::clamp<qint64>(seconds, 1, 24 * 3600);
  if (seconds < 120) return say("%n second(s)", static_cast<int>(seconds));
  return say("%n minute(s)", static_cast<int>((seconds + 59) / 60));
}

Error tooMany(const QString& who, const QByteArray& retryAfter) {
  const QString wait = waitingTime(retryAfter);
  return makeError(ErrorCode::Network,
                   wait.isEmpty()
                       ? say("Too many questions were put to %1 from here. Try again later.").arg(who)
                       : say("Too many questions were put to %1 from here. Try again in %2.").arg(who, wait));
}

Error refused(const QString& who, int status) {
  return makeError(
      ErrorCode::Network,
      status >= 500 ? say("%1 is out of order at present (status %2). Try again later.").arg(who).arg(status)
                    : say("%1 did not give an answer (status %2). Try again later.").arg(who).arg(status));
}

Error webPage(const QString& who) {
  return makeError(
      ErrorCode::Network,
      say("Instead of a record of the work a web page came from %1. A sign-in page of your network "
          "may be in between: open a page in the browser, then try again.")
          .arg(who));
}

QString capital(QString sentence) {
  if (!sentence.isEmpty()) sentence[0] = sentence.at(0).toUpper();
  return sentence;
}

}  // namespace

/// One request, and how its answer is read.
struct RegistryLookup::Question {
  QUrl url;
  QByteArray accept;
  std::function<Result<QJsonArray>(const QByteArray&)> read;
};

Result<LookupServices> LookupServices::load(const Resources& resources,
                                            const QMap<QString, QString>& chosen) {
  const QString path = resources.path(u"bibliography/lookup.json"_s);
  const auto bytes = files::read(path, kLargestTable);
  if (!bytes) return bytes.error();
  const QJsonObject json = QJsonDocument::fromJson(*bytes).object();
  LookupServices services;
  services.variables = json["variables"_L1].toVariant().toStringList();
  const QJsonObject known = json["services"_L1].toObject();
  if (known.isEmpty() || services.variables.isEmpty())
    return makeError(ErrorCode::Corrupt, say("The program's data is damaged: install Offprint again."))
        .at(path);
  for (auto it = known.begin(); it != known.end(); ++it) {
    QString address = qEnvironmentVariable("OFFPRINT_LOOKUP_" + it.key().toUpper().toLatin1());
    if (address.isEmpty()) address = chosen.value(it.key()).trimmed();
    if (address.isEmpty()) address = it->toString();
    while (address.endsWith(u'/'))
      address.chop(1);
    const QUrl url(address, QUrl::StrictMode);
    if (!isWebAddress(url))
      return makeError(ErrorCode::InvalidInput,
                       say("“%1” is no address that works can be looked up at: write one that begins with "
                           "https://. Nothing was asked.")
                           .arg(address));
    services.addresses.insert(it.key(), url);
  }
  return services;
}

RegistryLookup::RegistryLookup(LookupServices services, HttpFetch::Limits limits)
    : services_(std::move(services)), fetch_(limits) {}

QString RegistryLookup::nameOf(WorkQuery::Type type) {
  switch (type) {
    case WorkQuery::Type::Doi:
      return say("the DOI registry");
    case WorkQuery::Type::Arxiv:
      return say("arXiv");
    case WorkQuery::Type::Isbn:
      return say("the catalogue of books");
    default:
      return say("Crossref");
  }
}

Result<RegistryLookup::Question> RegistryLookup::questionFor(const WorkQuery& query) const {
  const auto at = [&](const QString& service, const QString& path, const QUrlQuery& words = {}) {
    QUrl url = services_.addresses.value(service);
    url.setPath(url.path() + path, QUrl::StrictMode);
    if (!words.isEmpty()) url.setQuery(words);
    return url;
  };
  const auto encoded = [](const QString& text, const QByteArray& kept = {}) {
    return QString::fromLatin1(QUrl::toPercentEncoding(text, kept));
  };
  const QStringList& variables = services_.variables;
  switch (query.type) {
    case WorkQuery::Type::Doi:
      return Question{at(u"doi"_s, u'/' + encoded(query.text, "/:;()")),
                      "application/vnd.citationstyles.csl+json",
                      [variables](const QByteArray& body) { return registryAnswers::doi(body, variables); }};
    case WorkQuery::Type::Arxiv: {
      QUrlQuery words;
      words.addQueryItem(u"id_list"_s, encoded(query.text));
      return Question{at(u"arxiv"_s, u"/api/query"_s, words), "application/atom+xml", registryAnswers::arxiv};
    }
    case WorkQuery::Type::Isbn: {
      QUrlQuery words;
      words.addQueryItem(u"bibkeys"_s, u"ISBN:"_s + query.text);
      words.addQueryItem(u"format"_s, u"json"_s);
      words.addQueryItem(u"jscmd"_s, u"data"_s);
      return Question{at(u"books"_s, u"/api/books"_s, words), "application/json", registryAnswers::books};
    }
    case WorkQuery::Type::Title: {
      QUrlQuery words;
      words.addQueryItem(u"query.bibliographic"_s, encoded(query.text));
      words.addQueryItem(u"rows"_s, QString::number(kHits));
      return Question{
          at(u"works"_s, u"/works"_s, words), "application/json",
          [variables](const QByteArray& body) { return registryAnswers::works(body, variables); }};
    }
    default:
      return makeError(ErrorCode::InvalidInput,
                       say("Write a DOI, an arXiv identifier, an ISBN or words of a title."));
  }
}

Result<QJsonArray> RegistryLookup::find(const WorkQuery& query, const Task& task) {
  const auto question = questionFor(query);
  if (!question) return question.error();
  const QString who = nameOf(query.type);
  task.report(say("Asking %1").arg(who));
  const auto answer = fetch_.get(question->url, question->accept, task);
  if (!answer) return answer.error();
  const int status = answer->status;
  if (status == 404 || status == 410 || (status == 400 && query.type == WorkQuery::Type::Arxiv))
    return noSuchWork(query);
  if (status == 204 || status == 406)
    return makeError(
        ErrorCode::NotFound,
        say("The registry of %1 knows the work and gives out no record of it. Search by title, or "
            "paste its BibTeX.")
            .arg(query.text));
  if (status == 429) return tooMany(who, answer->retryAfter);
  if (status != 200) return refused(capital(who), status);
  const auto entries = question->read(answer->body);
  if (!entries && (answer->type == "text/html" || answer->type == "application/xhtml+xml"))
    return webPage(who);
  if (!entries)
    return makeError(ErrorCode::Network, say("The answer of %1 cannot be read. Try again later.").arg(who),
                     entries.error().detail);
  if (entries->isEmpty()) return noSuchWork(query);
  QJsonArray works;
  for (const QJsonValue& found : *entries) {
    QJsonObject entry = found.toObject();
    // A book's record names several editions: the one that was asked for is meant.
    if (query.type == WorkQuery::Type::Isbn) entry.insert(u"ISBN"_s, query.text);
    if (query.type == WorkQuery::Type::Doi && !entry.contains("DOI"_L1)) entry.insert(u"DOI"_s, query.text);
    works << entry;
  }
  return works;
}

}  // namespace offprint
