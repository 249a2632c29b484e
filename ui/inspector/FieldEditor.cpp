#include "ui/inspector/FieldEditor.h"

#include <QHash>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "app/core/Text.h"
#include "exporters/site/SiteSnapshot.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qreal besideWidth = 86;

/// FieldSpec's messages name the field first, which the form does by its place: '"Label" (key): sentence'.
QString sentenceOf(const FieldSpec& spec, const QString& message) {
  const QString mark = u"(%1): "_s.arg(spec.key);
  const qsizetype at = message.indexOf(mark);
  QString sentence = at < 0 ? message : message.mid(at + mark.size());
  if (!sentence.isEmpty()) sentence[0] = sentence[0].toUpper();
  return sentence;
}

}  // namespace

QList<FieldOffers::Item> FieldOffers::items(const QString& kind) const {
  QList<Item> found;
  if (!site) return found;
  QHash<QString, int> titles;
  for (const ItemSummary& item : site->items) {
    if (!kind.isEmpty() && item.kind != kind) continue;
    found.append({item.ref(), plainTitle(item.title)});
    ++titles[found.last().title];
  }
  for (Item& item : found) {
    if (item.title.isEmpty() || titles.value(item.title) > 1) {
      item.title = u"%1 (%2)"_s.arg(item.title, item.reference).trimmed();
    }
  }
  return found;
}

QStringList FieldOffers::media() const {
  QStringList paths = site ? site->media.keys() : QStringList();
  paths.sort();
  return paths;
}

QList<FieldOffers::Item> FieldOffers::targets() const {
  QList<Item> targets;
  const auto kindOf = [this](const QString& id) { return site ? site->kinds->find(id) : nullptr; };
  for (const QString& id : kinds) {
    const ContentKind* kind = kindOf(id);
    targets.append({u"kind:"_s + id, kind ? kind->plural : id, kind ? kind->icon : QString()});
  }
  targets.append(QList<Item>{{u"writing"_s, say("All writing"), u"library"_s},
                             {u"topics"_s, say("Topics"), u"shapes"_s},
                             {u"tags"_s, say("Tags"), u"tag"_s},
                             {u"series"_s, say("Series"), u"layers"_s},
                             {u"feed"_s, say("Feed"), u"rss"_s}});
  if (!site) return targets;
  for (const Section& section : site->site.home)
    if (!section.id.isEmpty())
      targets.append({u"home#"_s + section.id,
                      say("Home page: %1").arg(section.title.isEmpty() ? section.id : section.title),
                      u"house"_s});
  for (const Item& item : items({})) {
    const ContentKind* kind = kindOf(item.reference.section(u'/', 0, 0));
    targets.append({item.reference, item.title, kind ? kind->icon : QString()});
  }
  // Two of one name are told apart by what is written into the site.
  QHash<QString, int> names;
  for (const Item& target : targets)
    ++names[target.title];
  for (Item& target : targets)
    if (names.value(target.title) > 1 && !target.title.contains(target.reference))
      target.title = u"%1 (%2)"_s.arg(target.title, target.reference);
  return targets;
}

QStringList FieldOffers::people() const {
  QStringList names;
  if (!site) return names;
  if (!site->site.author.display().isEmpty()) names.append(site->site.author.display());
  for (const ItemSummary& item : site->items) {
    for (const Person& person : item.authors)
      names.append(person.display());
  }
  names.removeDuplicates();
  return names;
}

FieldEditor::FieldEditor(Appearance& look, const FieldSpec& spec, Layout layout, QWidget* parent)
    : QWidget(parent),
      look_(look),
      spec_(spec),
      name_(new Label(look, TextRole::Small, spec.label, Token::TextSecondary, this)),
      counter_(new Label(look, TextRole::Small, {}, Token::TextTertiary, this)),
      below_(new Label(look, TextRole::Small, {}, Token::TextTertiary, this)),
      column_(new QVBoxLayout(this)),
      line_(new QHBoxLayout),
      layout_(layout) {
  setToolTip(spec.help);
  column_->setContentsMargins(0, 0, 0, 0);
  line_->addWidget(name_, layout == Layout::Beside ? 0 : 1);
  if (layout == Layout::Above) line_->addWidget(counter_);
  counter_->setVisible(layout == Layout::Above);
  column_->addLayout(line_);
  column_->addWidget(below_);
  below_->setWordWrap(true);
  below_->hide();
  connect(&look_, &Appearance::changed, this, &FieldEditor::refresh);
  refresh();
}

void FieldEditor::refresh() {
  column_->setSpacing(look_.ipx(3));
  line_->setSpacing(look_.ipx(8));
  if (layout_ == Layout::Beside) name_->setFixedWidth(look_.ipx(besideWidth));
  const bool wrong = !problem_.isEmpty();
  below_->setInk(wrong ? Token::StDanger : Token::TextTertiary);
  below_->setText(wrong ? problem_ : remark_);
  below_->setVisible(!below_->text().isEmpty());
}

void FieldEditor::setBody(QWidget* body, QWidget* focus) {
  if (layout_ != Layout::Above) {
    line_->addWidget(body, layout_ == Layout::Beside ? 1 : 0);
  } else {
    column_->insertWidget(1, body);
  }
  QWidget* target = focus ? focus : body;
  if (target->accessibleName().isEmpty()) target->setAccessibleName(spec_.label);
  if (!spec_.help.isEmpty()) target->setAccessibleDescription(spec_.help);
  name_->setBuddy(target);
  setFocusProxy(target);
}

void FieldEditor::hideName() {
  name_->hide();
  counter_->hide();
}

void FieldEditor::setCounter(const QString& text) {
  counter_->setText(text);
}

void FieldEditor::setProblem(const QString& sentence) {
  if (problem_ == sentence) return;
  problem_ = sentence;
  refresh();
}

QString FieldEditor::problem() const {
  return problem_;
}

void FieldEditor::setRemark(const QString& sentence) {
  if (remark_ == sentence) return;
  remark_ = sentence;
  refresh();
}

void FieldEditor::commit(const QJsonValue& raw) {
  const Result<QJsonValue> value = spec_.read(raw);
  if (!value) return setProblem(sentenceOf(spec_, value.error().message));
  setProblem({});
  Q_EMIT entered(*value);
}

}  // namespace offprint

#include "moc_FieldEditor.cpp"
