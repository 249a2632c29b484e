#include <QJsonArray>

#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/cli/ItemView.h"
#include "app/core/Text.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "app/store/Repositories.h"
#include "exporters/markdown/MarkdownEngine.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

Result<ContentQuery> queryOf(const Invocation& invocation, const KindCatalog& kinds) {
  ContentQuery query;
  query.sort = ContentQuery::Sort::Date;
  if (invocation.has(u"--kind"_s)) {
    const QString kind = invocation.value(u"--kind"_s);
    QStringList known;
    for (const ContentKind& entry : kinds.all())
      known += entry.id;
    if (!known.contains(kind))
      return makeError(ErrorCode::InvalidInput,
                       say("There is no kind \"%1\". There are: %2").arg(kind, known.join(", "_L1)));
    query.kinds = {kind};
  }
  const QString state = invocation.value(u"--status"_s);
  if (state == "trash"_L1) {
    query.trash = ContentQuery::Bin::Only;
  } else if (!state.isEmpty()) {
    const auto status = statusFromName(state);
    if (!status)
      return makeError(
          ErrorCode::InvalidInput,
          say("There is no state \"%1\". There are: draft, scheduled, published, unlisted, trash")
              .arg(state));
    query.statuses = {*status};
  }
  return query;
}

int runList(const Invocation& invocation) {
  auto library = openLibrary(invocation, Access::Read);
  if (!library) return fail(library.error());
  const auto query = queryOf(invocation, *(*library)->kinds());
  if (!query) return refuse(query.error().message);
  const auto items = (*library)->content().list(*query);
  if (!items) return fail(items.error());
  if (!invocation.has(u"--json"_s)) {
    QString text;
    for (const ItemSummary& item : *items) {
      text += u"%1  %2  %3  %4  %5\n"_s.arg(item.id.value, 5)
                  .arg(item.date.iso().leftJustified(10), statusName(item.status).leftJustified(9),
                       item.ref(), item.title);
    }
    printOut(text);
    return Done;
  }
  const auto view = ItemView::of(**library);
  if (!view) return fail(view.error());
  QJsonArray rows;
  for (const ItemSummary& item : *items)
    rows += view->row(item);
  printJson(QJsonDocument(rows));
  return Done;
}

QString readable(const QJsonObject& json) {
  QString text;
  for (const QString& key : json.keys()) {
    if (key == "body"_L1 || key == "fields"_L1 || key == "extra"_L1 || key == "relations"_L1) continue;
    const QJsonValue value = json.value(key);
    QString shown = value.toVariant().toString();
    if (value.isArray())
      shown = QString::fromUtf8(QJsonDocument(value.toArray()).toJson(QJsonDocument::Compact));
    if (!shown.isEmpty() && shown != "[]"_L1) text += u"%1: %2\n"_s.arg(key, shown);
  }
  const QJsonObject fields = json.value("fields"_L1).toObject();
  for (const QString& key : fields.keys()) {
    const QJsonDocument value(QJsonArray{fields.value(key)});
    text += u"%1: %2\n"_s.arg(key, QString::fromUtf8(value.toJson(QJsonDocument::Compact)).mid(1).chopped(1));
  }
  return text + u'\n' + json.value("body"_L1).toString() + u'\n';
}

int runShow(const Invocation& invocation) {
  auto library = openLibrary(invocation, Access::Read);
  if (!library) return fail(library.error());
  MarkdownEngine::initialize();
  const auto item = (*library)->content().find(invocation.value(u"ITEM"_s));
  if (!item) return fail(item.error());
  const auto revisions = (*library)->revisions().count(item->id);
  if (!revisions) return fail(revisions.error());
  const auto view = ItemView::of(**library);
  if (!view) return fail(view.error());
  const QJsonObject json = view->whole(*item, *revisions);
  if (invocation.has(u"--json"_s))
    printJson(QJsonDocument(json));
  else
    printOut(readable(json));
  return Done;
}

}  // namespace

Command listCommand() {
  return {u"list"_s,
          say("Lists the items of a library, newest first."),
          {{u"LIBRARY"_s, say("the library")}},
          {{u"--kind"_s, u"K"_s, say("only this kind (article, talk, publication, …)")},
           {u"--status"_s, u"S"_s, say("only draft, scheduled, published, unlisted or trash")},
           {u"--json"_s, {}, say("an array of objects")}},
          {u"offprint list Notes.offprint --kind article --status draft"_s},
          runList};
}

Command showCommand() {
  return {u"show"_s,
          say("Shows one item whole."),
          {{u"LIBRARY"_s, say("the library")}, {u"ITEM"_s, say("an id, kind/slug, or a citation key")}},
          {{u"--json"_s, {}, say("as one object")}},
          {u"offprint show Notes.offprint article/softmax-in-one-sweep --json"_s},
          runShow};
}

}  // namespace offprint::cli
