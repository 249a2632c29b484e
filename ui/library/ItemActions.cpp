#include "ui/library/ItemActions.h"

#include <QClipboard>
#include <QGuiApplication>

#include "app/content/Slug.h"
#include "app/core/Text.h"
#include "app/session/DocumentSession.h"
#include "app/session/LibrarySession.h"
#include "ui/shell/Commands.h"
#include "ui/shell/Dialogs.h"
#include "ui/widgets/Toast.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QStringList namesOf(const QList<Collection>& collections) {
  QStringList names;
  for (const Collection& collection : collections)
    names.append(collection.name);
  return names;
}

}  // namespace

ItemActions::ItemActions(ShellContext context, Source source, QObject* parent)
    : QObject(parent), context_(std::move(context)), source_(std::move(source)) {
  bind();
  bindStates();
  bindCollections();
  bindCollectionTexts();
  connect(&context_.library, &LibrarySession::opened, this, &ItemActions::followKinds);
}

void ItemActions::followKinds() {
  Commands& commands = context_.commands;
  commands.clearVarying(u"new"_s);
  if (!context_.library.kinds()) return;
  for (const ContentKind& kind : context_.library.kinds()->all()) {
    CommandSpec spec;
    spec.id = u"item.new."_s + kind.id;
    spec.name = kind.newLabel;
    spec.icon = kind.icon;
    spec.menu = u"file/new"_s;
    spec.needs = Need::Library | Need::Writable;
    commands.addVarying(u"new"_s, spec, [this, id = kind.id] { newItem(id); });
  }
}

QString ItemActions::kindHere() const {
  const Place place = source_.place();
  if (place.type == Place::Type::Kind) return place.key;
  return context_.library.kinds() ? context_.library.kinds()->usual().id : QString();
}

void ItemActions::newItem(const QString& kind) {
  DocumentSession* session = context_.library.newItem(kind.isEmpty() ? kindHere() : kind);
  if (!session) return;
  const Place place = source_.place();
  // An item made in a collection belongs to it.
  session->edit(DocumentSession::Part::Fields, [&](ContentItem& item) {
    if (place.type == Place::Type::Topic) item.topics = QStringList{place.key};
    if (place.type == Place::Type::Tag) item.tags = QStringList{place.key};
    if (place.type == Place::Type::Series) item.series = place.key;
  });
  Q_EMIT created(session);
}

void ItemActions::bind() {
  Commands& commands = context_.commands;
  commands.bind(u"item.new"_s, [this] { newItem(); });
  commands.bind(u"item.new-kind"_s, [this] { Q_EMIT kindChoiceRequested(); });
  commands.bind(u"item.rename"_s, [this] { rename(); });
  commands.bind(u"item.duplicate"_s, [this] { context_.library.duplicate(source_.selected()); });
  commands.bind(u"item.keep"_s, [this] {
    context_.dialogs.askText(
        {say("Keep this version"), say("Name (may stay empty)"), {}, say("Keep version"), {}, true},
        [this](const QString& name) {
          DocumentSession* session = source_.open();
          if (!session) return;
          session->keep(name, [this, name](const Result<void>& kept) {
            const QString done = name.isEmpty() ? say("Version kept.") : say("Version “%1” kept.").arg(name);
            context_.toast.tell(kept ? done : kept.error().located());
          });
        });
  });
  commands.bind(u"item.history"_s, [this] { Q_EMIT historyRequested(); });
  commands.bind(u"item.copy-link"_s, [this] { copyLink(); });
  commands.bind(u"item.copy-address"_s, [this] { copyAddress(); });
  commands.bind(u"item.trash"_s, [this] {
    const QList<ContentId> ids = source_.selected();
    Q_EMIT trashing();
    context_.library.trash(ids);
  });
  commands.bind(u"item.restore"_s, [this] {
    const QList<ContentId> ids = source_.selected();
    Q_EMIT trashing();
    context_.library.restore(ids);
  });
  commands.bind(u"trash.empty"_s, [this] { emptyTrash(); });
}

void ItemActions::rename() {
  DocumentSession* session = source_.open();
  if (!session) return;
  const ContentId id = session->item().id;
  if (!id.valid()) {
    Q_EMIT titleRequested();
    return;
  }
  context_.dialogs.askText({say("Rename"), say("Title"), session->item().title, say("Rename"), {}, false},
                           [this, id](const QString& title) { context_.library.rename(id, title); });
}

void ItemActions::copyLink() {
  const DocumentSession* session = source_.open();
  if (!session) return;
  QGuiApplication::clipboard()->setText(u"[[%1]]"_s.arg(session->item().ref()));
  context_.toast.tell(say("Link copied. Paste it into another item."));
}

void ItemActions::copyAddress() {
  const DocumentSession* session = source_.open();
  const ContentKind* kind = session ? context_.library.kinds()->find(session->item().kind) : nullptr;
  if (!kind) return;
  QString address = permalinkOf(*kind, summarize(session->item()));
  QString base = context_.library.site().baseUrl;
  if (base.endsWith(u'/')) base.chop(1);
  QGuiApplication::clipboard()->setText(base + address);
  context_.toast.tell(
      base.isEmpty()
          ? say("Address copied. Set the site's base address in Site ▸ Site settings for whole ones.")
          : say("Address copied."));
}

void ItemActions::emptyTrash() {
  const int count = context_.library.counts().trashed;
  Dialogs::Question question;
  question.title = say("Delete %n item(s) for ever?", count);
  question.text =
      say("They and all their versions are removed from the library. Backups that have them are kept.");
  question.verb = say("Delete for ever");
  question.danger = true;
  context_.dialogs.confirm(question, [this] { context_.library.erase({}); });
}

void ItemActions::bindStates() {
  const auto state = [this](const QString& id, Status status) {
    context_.commands.bind(id, [this, status] { context_.library.setStatus(source_.selected(), status); });
  };
  state(u"state.draft"_s, Status::Draft);
  state(u"state.published"_s, Status::Published);
  state(u"state.unlisted"_s, Status::Unlisted);
  context_.commands.bind(u"state.scheduled"_s, [this] { schedule(); });
}

void ItemActions::schedule() {
  const QList<ContentId> ids = source_.selected();
  // Tomorrow at nine: a moment that is surely ahead.
  const QDateTime proposal(context_.clock().toLocalTime().date().addDays(1), QTime(9, 0));
  context_.dialogs.askMoment(
      say("When does it go live?"), proposal.toUTC(), say("Schedule"),
      [this, ids](const QDateTime& moment) { context_.library.setStatus(ids, Status::Scheduled, moment); });
}

void ItemActions::askCollection(const QString& title, const QString& label, const QStringList& known,
                                std::function<void(const QString&)> done) {
  context_.dialogs.askText({title, label, {}, say("Add"), known, false}, std::move(done));
}

void ItemActions::bindCollections() {
  Commands& commands = context_.commands;
  using Type = CollectionRepository::Type;
  commands.bind(u"item.add-topic"_s, [this] {
    askCollection(say("Add to topic"), say("Topic; “Parent/Child” for one below another"),
                  namesOf(context_.library.collections(Type::Topic)),
                  [this](const QString& name) { context_.library.addTopic(source_.selected(), name); });
  });
  commands.bind(u"item.add-tag"_s, [this] {
    askCollection(say("Add tag"), say("Tag"), namesOf(context_.library.collections(Type::Tag)),
                  [this](const QString& name) { context_.library.addTag(source_.selected(), name); });
  });
  commands.bind(u"item.add-series"_s, [this] {
    askCollection(say("Add to series"), say("Series"), namesOf(context_.library.collections(Type::Series)),
                  [this](const QString& name) { context_.library.setSeries(source_.selected(), name); });
  });
}

void ItemActions::bindCollectionTexts() {
  Commands& commands = context_.commands;
  commands.bind(u"collection.rename"_s, [this] {
    const Place place = source_.place();
    const auto type = place.collection();
    if (!type) return;
    context_.dialogs.askText({say("Rename “%1”").arg(place.key), say("New name; addresses lead on to it"),
                              place.key, say("Rename"), namesOf(context_.library.collections(*type)), false},
                             [this, place, type = *type](const QString& name) {
                               if (name.trimmed() == place.key) return;
                               context_.library.renameCollection(type, place.key, name.trimmed());
                               Q_EMIT placeRenamed(place, {place.type, name.trimmed()});
                             });
  });
  commands.bind(u"collection.describe"_s, [this] {
    const Place place = source_.place();
    const auto type = place.collection();
    if (!type) return;
    QString before;
    for (const Collection& collection : context_.library.collections(*type))
      if (collection.name == place.key) before = collection.description;
    context_.dialogs.askText({say("Describe “%1”").arg(place.key),
                              say("What readers see at the top of its page; Markdown"),
                              before,
                              say("Save"),
                              {},
                              true},
                             [this, place, type = *type](const QString& text) {
                               context_.library.describeCollection(type, place.key, text.trimmed());
                             });
  });
}

void ItemActions::drop(const QList<ContentId>& items, const Place& onto) {
  switch (onto.type) {
    case Place::Type::Topic:
      return context_.library.addTopic(items, onto.key);
    case Place::Type::Tag:
      return context_.library.addTag(items, onto.key);
    case Place::Type::Series:
      return context_.library.setSeries(items, onto.key);
    case Place::Type::Trash:
      return context_.library.trash(items);
    default:
      return;
  }
}

}  // namespace offprint

#include "moc_ItemActions.cpp"
