// Site ▸ Site settings, page Navigation: the menus of the site and the author's profiles.

#include <QJsonArray>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "app/core/Text.h"
#include "app/session/LibrarySession.h"
#include "exporters/site/SiteSnapshot.h"
#include "ui/site/SiteSettingsPage.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

FieldSpec column(const QString& key, const QString& label) {
  FieldSpec spec;
  spec.key = key;
  spec.label = label;
  return spec;
}

/// A link's relation "me" as something to tick; its other relations stay as they are.
FieldSpec ownProfile() {
  FieldSpec spec = column(u"me"_s, say("My profile"));
  spec.type = FieldSpec::Type::Boolean;
  return spec;
}

QStringList relationsOf(const QJsonObject& row) {
  return row.value(u"rel"_s).toString().split(u' ', Qt::SkipEmptyParts);
}

QJsonArray withTicks(const QJsonArray& rows) {
  QJsonArray ticked;
  for (const QJsonValue& each : rows) {
    QJsonObject row = each.toObject();
    if (relationsOf(row).contains(u"me"_s)) row.insert(u"me"_s, true);
    ticked.append(row);
  }
  return ticked;
}

QJsonArray withRelations(const QJsonArray& rows) {
  QJsonArray related;
  for (const QJsonValue& each : rows) {
    QJsonObject row = each.toObject();
    QStringList relations = relationsOf(row);
    relations.removeAll(u"me"_s);
    if (row.take(u"me"_s).toBool()) relations.prepend(u"me"_s);
    row.remove(u"rel"_s);
    if (!relations.isEmpty()) row.insert(u"rel"_s, relations.join(u' '));
    related.append(row);
  }
  return related;
}

FieldSpec table(const QString& key, const QString& label, const QList<FieldSpec>& columns) {
  FieldSpec spec = column(key, label);
  spec.type = FieldSpec::Type::Table;
  spec.columns = columns;
  return spec;
}

}  // namespace

void SiteSettingsPage::setSnapshot(std::shared_ptr<const SiteSnapshot> snapshot) {
  offers_.site = std::move(snapshot);
  if (isVisible()) refill();  // entries are shown by the titles of what they lead to
}

void SiteSettingsPage::addTable(QVBoxLayout* group, const FieldSpec& spec, const QString& step) {
  QWidget* frame = makeRowFrame();
  auto* margins = new QVBoxLayout(frame);
  const int side = context_.look.ipx(16);
  margins->setContentsMargins(side, context_.look.ipx(12), side, context_.look.ipx(14));
  FieldEditor* editor = makeFieldEditor(
      context_.look, spec, [this] { return offers_; }, frame);
  editor->hideName();
  margins->addWidget(editor);
  group->addWidget(frame);
  rows_.append({spec.label, spec.label, pages_->count() - 1, frame, editor});
  connect(editor, &FieldEditor::entered, this, [this, key = spec.key, step](const QJsonValue& value) {
    QJsonObject json = context_.library.site().toJson();
    json.insert(key, key == u"links" ? withRelations(value.toArray()) : value.toArray());
    if (const auto site = Site::fromJson(json)) context_.library.saveSite(*site, step);
  });
  refillers_.push_back([this, editor, key = spec.key] {
    editor->setReadOnly(context_.library.readOnly());
    const QJsonArray rows = context_.library.site().toJson().value(key).toArray();
    editor->setValue(key == u"links" ? withTicks(rows) : rows);
  });
}

void SiteSettingsPage::addNavigation() {
  QVBoxLayout* page = addPage(tr("Navigation"), u"menu"_s);
  const QList<FieldSpec> entry{column(u"label"_s, tr("Label")), column(u"target"_s, tr("Leads to"))};
  addTable(
      addGroup(page, tr("Menu"),
               tr("At the top of every page. An entry leads to the list of a kind, a section of the home "
                  "page, an item, a topic or any address; what there is comes up while you type.")),
      table(u"navigation"_s, tr("Menu"), entry), say("Change the menu"));
  addTable(addGroup(page, tr("Footer"), tr("At the end of every page.")),
           table(u"footer"_s, tr("Footer"), entry), say("Change the footer"));
  addTable(
      addGroup(
          page, tr("Profiles"),
          tr("Where else you are: code, talks, social networks. Tick profiles of your own, so that other "
             "sites can tell that they are yours.")),
      table(u"links"_s, tr("Profiles"),
            {column(u"label"_s, tr("Label")), column(u"url"_s, tr("Address")), ownProfile()}),
      say("Change the profiles"));
}

}  // namespace offprint
