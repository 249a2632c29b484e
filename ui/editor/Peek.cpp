#include "ui/editor/Peek.h"

#include <algorithm>
#include <chrono>
#include <QApplication>
#include <QImageReader>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextDocumentFragment>

#include "exporters/site/SiteCitations.h"
#include "exporters/site/SiteSnapshot.h"
#include "exporters/typeset/Typesetter.h"
#include "ui/editor/HereCard.h"
#include "ui/editor/ManuscriptEdit.h"
#include "ui/editor/ManuscriptLayout.h"
#include "ui/preview/FormulaView.h"

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr auto kDwell = 400ms;
constexpr auto kLeave = 250ms;     // on the way from a word to its card
constexpr int kPatienceMs = 4000;  // whoever looks at a card is gone by then
constexpr QSizeF kPicture{320, 200};
constexpr QSizeF kFormula{520, 320};

/// A picture no larger than `room` (device pixels), upright. Reads a file; not for the GUI thread.
QImage readPicture(const QString& file, const QSize& room) {
  QImageReader reader(file);
  reader.setDecideFormatFromContent(true);  // stored without an extension
  reader.setAutoTransform(true);
  QSize size = reader.size();
  const bool turned = reader.transformation() & QImageIOHandler::TransformationRotate90;
  const QSize space = turned ? room.transposed() : room;
  if (size.isValid() && (size.width() > space.width() || size.height() > space.height()))
    reader.setScaledSize(size.scaled(space, Qt::KeepAspectRatio));
  return reader.read();
}

}  // namespace

Peek::Peek(Appearance& look, ManuscriptEdit& edit, HereCard& card)
    : QObject(&edit), look_(look), edit_(edit), card_(&card) {
  writers_.setMaxThreadCount(1);
  dwell_.setSingleShot(true);
  dwell_.setInterval(kDwell);
  leave_.setSingleShot(true);
  leave_.setInterval(kLeave);
  connect(&dwell_, &QTimer::timeout, this, &Peek::rested);
  connect(&leave_, &QTimer::timeout, this, [this] {
    if (card_ && !card_->underMouse()) card_->hide();
  });
  connect(&edit, &ManuscriptEdit::typed, &dwell_, &QTimer::stop);
  connect(&card, &HereCard::actionChosen, this, [this] { Q_EMIT opened(opens_); });
  edit.viewport()->installEventFilter(this);
  card.installEventFilter(this);
}

Peek::~Peek() {
  writing_.cancel();
  writers_.waitForDone();
}

bool Peek::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::MouseMove:
      if (watched == edit_.viewport()) pointerMoved(static_cast<QMouseEvent*>(event)->pos());
      break;
    case QEvent::Enter:
      if (watched == card_) leave_.stop();
      break;
    case QEvent::Leave:
      dwell_.stop();
      if (card_ && card_->isVisible()) leave_.start();
      break;
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
      dwell_.stop();
      break;
    default:
      break;
  }
  return QObject::eventFilter(watched, event);
}

int Peek::positionAt(const QPoint& place) const {
  if (!edit_.manuscript()) return -1;
  const QPointF point(place.x() + edit_.horizontalScrollBar()->value(),
                      place.y() + edit_.verticalScrollBar()->value());
  return edit_.manuscript()->hitTest(point, Qt::ExactHit);
}

void Peek::pointerMoved(const QPoint& place) {
  place_ = place;
  const bool selecting = QApplication::mouseButtons() != Qt::NoButton;
  if (!card_ || selecting) return dwell_.stop();
  if (!card_->isVisible()) return dwell_.start();
  if (card_->speaksOf(positionAt(place))) {
    leave_.stop();
  } else if (!leave_.isActive()) {
    leave_.start();
  }
}

void Peek::rested() {
  const int position = positionAt(place_);
  if (position < 0 || !edit_.viewport()->underMouse()) return;
  const QTextBlock block = edit_.document()->findBlock(position);
  if (const std::optional<Here> here = hereAt(block, position - block.position())) show(*here);
}

bool Peek::atCaret() {
  const QTextCursor cursor = edit_.textCursor();
  const std::optional<Here> here = hereAt(cursor.block(), cursor.positionInBlock());
  if (here) show(*here);
  return here.has_value();
}

void Peek::show(const Here& here) {
  if (!card_) return;
  here_ = here;
  leave_.stop();
  const HereText text = textOf(here, *edit_.document(), site_.get());
  opens_ = text.opens;
  CardText card{.icon = text.icon, .title = text.title, .text = text.text, .facts = text.facts};
  if (!opens_.isEmpty()) {
    card.action = here.kind == Here::Kind::Link        ? tr("Open")
                  : here.kind == Here::Kind::Reference ? tr("Go there")
                                                       : tr("Open item");
  }
  card_->tell(card, here.start, here.end);
  if (here.kind == Here::Kind::Image) showPicture(here.target);
  if (here.kind == Here::Kind::Formula) showFormula(here);
  if (here.kind == Here::Kind::Citation && !opens_.isEmpty()) showWork(card);
}

bool Peek::speaksOf(const Here& here) const {
  return card_ && card_->isVisible() && here_ == here;
}

/// Title and authors are there at once; as the bibliography will have it, and how often it is cited, follow.
void Peek::showWork(const CardText& card) {
  work_ = std::make_unique<CardText>(card);
  Q_EMIT citingWanted(here_.target);
  if (!typesetter_ || !site_) return;
  writing_.cancel();
  writing_ = Task();
  writers_.start([this, here = here_, site = site_, language = language_,
                  typesetting = Typesetting{typesetter_, kPatienceMs, writing_}] {
    const FormattedWork work = formattedWork(*site, here.target, language, typesetting);
    // The destructor waits for this job; its answer goes with this object.
    QMetaObject::invokeMethod(this, [this, here, work] { takeWork(here, work); });
  });
}

void Peek::takeWork(const Here& of, const FormattedWork& work) {
  if (!speaksOf(of) || !work_ || work.entry.isEmpty()) return;
  work_->title.clear();
  work_->text = work.entry;
  work_->rich = true;
  QStringList facts = work_->facts.split(u" · "_s);
  const QString inText = QTextDocumentFragment::fromHtml(work.inText).toPlainText();
  work_->facts = QStringList{inText, facts.constLast()}.join(u" · "_s);
  card_->tell(*work_, of.start, of.end);
}

void Peek::setCiting(const QString& key, int items) {
  if (!speaksOf(here_) || here_.kind != Here::Kind::Citation || here_.target != key || !work_) return;
  work_->note = items > 0 ? tr("Cited in %n item(s)", nullptr, items) : tr("Cited nowhere yet");
  card_->tell(*work_, here_.start, here_.end);
}

void Peek::showPicture(const QString& path) {
  if (!site_ || !site_->media.contains(path)) return;
  const QString file = site_->mediaFile(site_->media.value(path));
  const qreal ratio = edit_.devicePixelRatioF();
  const QSize room = (QSizeF(look_.px(kPicture.width()), look_.px(kPicture.height())) * ratio).toSize();
  QThreadPool::globalInstance()->start([file, room, ratio, here = here_, self = QPointer<Peek>(this)] {
    const QImage picture = readPicture(file, room);
    QMetaObject::invokeMethod(qApp, [picture, ratio, here, self] {
      if (!self || picture.isNull() || !self->card_ || !self->card_->isVisible() || self->here_ != here)
        return;
      self->card_->setPicture(picture, (QSizeF(picture.size()) / ratio).toSize());
    });
  });
}

void Peek::showFormula(const Here& here) {
  if (!makeFormulas_) return;
  if (!formulas_) {
    formulas_ = makeFormulas_();
    formulas_->setParent(card_);
    formulas_->hide();
    connect(formulas_, &FormulaView::drawn, this, [this] {
      if (card_ && card_->isVisible() && here_.kind == Here::Kind::Formula) card_->setDrawing(*formulas_);
    });
    connect(formulas_, &FormulaView::failed, this, [this](const QString& sentence) {
      if (!card_ || !card_->isVisible() || here_.kind != Here::Kind::Formula || sentence.isEmpty()) return;
      card_->tell({.icon = u"triangle-alert"_s, .ink = Token::StChanged, .text = sentence}, here_.start,
                  here_.end);
    });
  }
  FormulaView::Look look;
  look.ink = look_.color(Token::TextPrimary);
  look.ground = look_.color(Token::SurfaceRaised);
  look.pixels = look_.px(17);
  look.room = QSizeF(look_.px(kFormula.width()), look_.px(kFormula.height())).toSize();
  if (site_) look.macros = site_->site.macros;
  formulas_->draw(here.target, here.display, look);
}

}  // namespace offprint

#include "moc_Peek.cpp"
