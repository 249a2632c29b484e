#include "ui/shell/SavedViews.h"

#include <algorithm>
#include <QJsonArray>
#include <QJsonObject>
#include <QMenu>

#include "app/session/LibrarySession.h"
#include "ui/shell/Dialogs.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr char viewsState[] = "views";

}  // namespace

SavedViews::SavedViews(ShellContext context, SidebarModel& sidebar, QObject* parent)
    : QObject(parent), context_(std::move(context)), sidebar_(sidebar) {
  connect(&context_.library, &LibrarySession::opened, this, &SavedViews::load);
}

void SavedViews::load() {
  views_.clear();
  sidebar_.setViews({});
  context_.library.state(QString::fromLatin1(viewsState), this, [this](const Result<QJsonValue>& stored) {
    if (!stored) return;
    for (const QJsonValue& view : stored->toArray())
      views_.append({view[u"name"_s].toString(), view[u"search"_s].toString()});
    sidebar_.setViews(views_);
  });
}

void SavedViews::keep(const QList<SidebarModel::View>& views) {
  views_ = views;
  sidebar_.setViews(views_);
  QJsonArray stored;
  for (const SidebarModel::View& view : views_)
    stored.append(QJsonObject{{u"name"_s, view.name}, {u"search"_s, view.words}});
  context_.library.setState(QString::fromLatin1(viewsState), stored);
}

void SavedViews::save(const QString& words) {
  const auto known = std::find_if(views_.cbegin(), views_.cend(),
                                  [&](const SidebarModel::View& view) { return view.words == words; });
  Dialogs::TextQuestion question;
  question.title = tr("Name of this search");
  question.value = known == views_.cend() ? words : known->name;
  question.verb = tr("Save");
  context_.dialogs.askText(question, [this, words](const QString& typed) {
    const QString name = typed.trimmed();
    if (name.isEmpty()) return;
    QList<SidebarModel::View> views = views_;
    const auto same = std::find_if(views.begin(), views.end(),
                                   [&](const SidebarModel::View& view) { return view.words == words; });
    if (same == views.end()) {
      views.append({name, words});
    } else {
      same->name = name;
    }
    keep(views);
  });
}

void SavedViews::addActions(QMenu& menu, const Place& place) {
  const bool saved = place.type == Place::Type::Search &&
                     std::any_of(views_.cbegin(), views_.cend(),
                                 [&](const SidebarModel::View& view) { return view.words == place.key; });
  if (!saved || context_.library.readOnly()) return;
  connect(menu.addAction(tr("Rename…")), &QAction::triggered, this, [this, place] { save(place.key); });
  connect(menu.addAction(tr("Remove")), &QAction::triggered, this, [this, place] {
    QList<SidebarModel::View> views = views_;
    views.removeIf([&](const SidebarModel::View& view) { return view.words == place.key; });
    keep(views);
  });
}

}  // namespace offprint

#include "moc_SavedViews.cpp"
