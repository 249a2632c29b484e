#include "ui/inspector/AddressField.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>

#include "app/content/Slug.h"
#include "exporters/site/SiteSnapshot.h"
#include "ui/inspector/ItemFields.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// A line whose text is elided in the middle while it is not edited: both ends of a long slug are seen.
class SlugEdit : public QLineEdit {
 public:
  using QLineEdit::QLineEdit;

 protected:
  void paintEvent(QPaintEvent* event) override {
    const QRect room = contentsRect().adjusted(2, 0, -2, 0);
    if (hasFocus() || fontMetrics().horizontalAdvance(text()) <= room.width())
      return QLineEdit::paintEvent(event);
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(room, Qt::AlignVCenter | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), Qt::ElideMiddle, room.width()));
  }
};

}  // namespace

AddressField::AddressField(Appearance& look, const FieldSpec& spec, std::function<FieldOffers()> offers,
                           QWidget* parent)
    : FieldEditor(look, spec, Layout::Above, parent), offers_(std::move(offers)) {
  auto* body = new QWidget(this);
  before_ = new Label(look, TextRole::Body, {}, Token::TextTertiary, body);
  before_->setEliding(true);
  slug_ = new SlugEdit(body);
  slug_->installEventFilter(this);
  slug_->setFrame(false);
  auto* row = new QHBoxLayout(body);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(before_);
  row->addWidget(slug_, 1);
  setBody(body, slug_);
  connect(slug_, &QLineEdit::editingFinished, this, &AddressField::read);
  const auto strong = [this] { slug_->setFont(fontFor(this->look(), TextRole::BodyStrong)); };
  connect(&look, &Appearance::changed, this, strong);
  strong();
}

void AddressField::setItem(const ContentKind& kind, const ContentItem& item) {
  kind_ = item.kind;
  item_ = item.id;
  language_ = item.language;
  const AddressParts parts = addressParts(kind, item);
  const bool whole = parts.slug.isEmpty();
  before_->setText(whole ? QString() : parts.before);
  before_->setVisible(!whole && !slug_->hasFocus());
  shown_ = whole ? parts.before : parts.slug;
  if (!slug_->hasFocus()) {
    slug_->setText(shown_);
    slug_->setCursorPosition(0);
    setProblem({});
  }
  slug_->setToolTip(parts.before + parts.slug + parts.after);
  slug_->update();
  const bool out = item.status == Status::Published || item.status == Status::Unlisted;
  setRemark(out && !item.aliases.isEmpty() ? tr("Leads here too: %1").arg(item.aliases.join(u", "_s))
                                           : QString());
}

void AddressField::setValue(const QJsonValue&) {}

void AddressField::setReadOnly(bool readOnly) {
  slug_->setReadOnly(readOnly);
}

/// While it is written the slug has the whole line.
bool AddressField::eventFilter(QObject* watched, QEvent* event) {
  if (watched == slug_ && (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut))
    before_->setVisible(event->type() == QEvent::FocusOut && !before_->text().isEmpty());
  return FieldEditor::eventFilter(watched, event);
}

void AddressField::read() {
  const QString written = slug_->text().trimmed();
  if (written == shown_ || written.isEmpty()) {
    setProblem({});
    slug_->setText(shown_);
    return;
  }
  if (!written.startsWith(u'/')) {
    const QString slug = slugify(written, language_);
    if (slug != written) {
      setProblem(tr("An address has small letters, digits and hyphens, such as “%1”.").arg(slug));
      return;
    }
    if (const auto site = offers_().site) {
      for (const ItemSummary& other : site->items) {
        if (other.kind != kind_ || other.slug != slug || other.id == item_) continue;
        setProblem(tr("This is the address of “%1”. Choose another one.").arg(plainTitle(other.title)));
        return;
      }
    }
  }
  setProblem({});
  shown_ = written;
  Q_EMIT entered(written);
}

}  // namespace offprint

#include "moc_AddressField.cpp"
