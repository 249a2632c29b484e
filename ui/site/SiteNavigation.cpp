// Site ▸ Site settings, page Navigation: the menus of the site and the author's profiles.

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

FieldSpec table(const QString& key, const QString& label, const QList<FieldSpec>& columns) {
  FieldSpec spec = column(key, label);
  spec.type = FieldSpec::Type::Table;
  spec.columns = columns;
  return spec;
}

}  // namespace

void SiteSettingsPage::setSnapshot(std::shared_ptr<const SiteSnapshot> snapshot) {
  offers_.site = std::move(snapshot);
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
    json.insert(key, value.toArray());
    if (const auto site = Site::fromJson(json)) context_.library.saveSite(*site, step);
  });
  refillers_.push_back([this, editor, key = spec.key] {
    editor->setReadOnly(context_.library.readOnly());
    editor->setValue(context_.library.site().toJson().value(key));
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
      addGroup(page, tr("Profiles"),
               tr("Where else you are: code, talks, social networks. Write “me” for profiles of your own, "
                  "so that other sites can tell that they are yours.")),
      table(u"links"_s, tr("Profiles"),
            {column(u"label"_s, tr("Label")), column(u"url"_s, tr("Address")),
             column(u"rel"_s, tr("Relation, such as me"))}),
      say("Change the profiles"));
}

}  // namespace offprint
