#include "ui/shell/CountsPopup.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QThreadPool>

#include "app/content/ContentItem.h"
#include "app/session/DocumentSession.h"
#include "ui/shell/TextCounts.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {

CountsPopup::CountsPopup(Appearance& look, Clock clock, QWidget* window)
    : Popup(look, window), look_(look), clock_(std::move(clock)), rows_(new QGridLayout(this)) {
  setAccessibleName(tr("Counts"));
}

void CountsPopup::follow(DocumentSession* session) {
  if (session == session_) return;
  session_ = session;
  ++asked_;
  hide();
  if (!session) return;
  begun_ = clock_();
  wordsThen_ = countWords(session->snapshot().body);
}

void CountsPopup::tell(const QRect& anchor) {
  if (!session_) return;
  const quint64 mine = ++asked_;
  QThreadPool::globalInstance()->start(
      [text = session_->snapshot().body, mine, anchor, self = QPointer(this)] {
        const TextCounts counts = textCounts(text);
        QMetaObject::invokeMethod(qApp, [counts, mine, anchor, self] {
          if (self && self->asked_ == mine) self->show(counts, anchor);
        });
      });
}

/// Numbers end at one edge, what they count begins behind it.
void CountsPopup::addRow(const QString& name, int number, const QString& unit, bool signedNumber) {
  const int row = rows_->rowCount();
  const QLocale locale;
  const QString digits =
      signedNumber && number > 0 ? u'+' + locale.toString(number) : locale.toString(number);
  rows_->addWidget(new Label(look_, TextRole::Body, name, Token::TextSecondary, this), row, 0);
  rows_->addWidget(new Label(look_, TextRole::Body, digits, Token::TextPrimary, this), row, 1,
                   Qt::AlignRight | Qt::AlignVCenter);
  if (!unit.isEmpty())
    rows_->addWidget(new Label(look_, TextRole::Body, unit, Token::TextTertiary, this), row, 2);
}

void CountsPopup::show(const TextCounts& counts, const QRect& anchor) {
  delete rows_;
  qDeleteAll(findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
  rows_ = new QGridLayout(this);
  rows_->setContentsMargins(look_.ipx(10), look_.ipx(8), look_.ipx(10), look_.ipx(8));
  rows_->setHorizontalSpacing(look_.ipx(5));
  rows_->setVerticalSpacing(look_.ipx(5));
  rows_->setColumnMinimumWidth(0, look_.ipx(170));
  rows_->setColumnStretch(0, 1);
  const auto found = [&](const QString& name, qsizetype number) {
    if (number > 0) addRow(name, static_cast<int>(number));
  };
  addRow(tr("Words"), counts.words);
  addRow(tr("Characters"), counts.characters);
  addRow(tr("Without blanks"), counts.letters);
  addRow(tr("Reading time"), readingMinutes(counts.words), tr("min"));
  found(tr("Sentences"), counts.sentences);
  if (counts.sentences > 1) {
    addRow(tr("Words a sentence"), qRound(double(counts.words) / counts.sentences));
    addRow(tr("Longest sentence"), counts.longest, tr("words"));
    auto* sentence = new Label(look_, TextRole::Small, counts.longestSentence, Token::TextTertiary, this);
    sentence->setWordWrap(true);
    sentence->setFixedWidth(look_.ipx(250));
    rows_->addWidget(sentence, rows_->rowCount(), 0, 1, 3);
  }
  found(tr("Figures"), counts.facts.figures);
  found(tr("Tables"), counts.facts.tables);
  found(tr("Equations"), counts.facts.equations);
  found(tr("Code blocks"), counts.facts.codeBlocks);
  found(tr("Works cited"), counts.facts.citations.size());
  addRow(tr("Written since it was opened"), counts.words - wordsThen_, tr("words"), true);
  addRow(tr("Open for"), static_cast<int>(begun_.secsTo(clock_()) / 60), tr("min"));
  popUpAt(anchor);
}

/// The keys stay with the text: Esc closes before any command of the window.
bool CountsPopup::eventFilter(QObject* watched, QEvent* event) {
  const bool press = event->type() == QEvent::KeyPress;
  if ((press || event->type() == QEvent::ShortcutOverride) &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    event->accept();
    if (press) hide();
    return true;
  }
  return Popup::eventFilter(watched, event);
}

}  // namespace offprint

#include "moc_CountsPopup.cpp"
