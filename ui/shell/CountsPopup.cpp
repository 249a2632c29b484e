#include "ui/shell/CountsPopup.h"

#include <QCoreApplication>
#include <QFormLayout>
#include <QLocale>
#include <QThreadPool>

#include "app/content/ContentItem.h"
#include "app/session/DocumentSession.h"
#include "ui/shell/TextCounts.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {

CountsPopup::CountsPopup(Appearance& look, Clock clock, QWidget* window)
    : Popup(look, window), look_(look), clock_(std::move(clock)), rows_(new QFormLayout(this)) {
  setAccessibleName(tr("Counts"));
  rows_->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
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

void CountsPopup::addRow(const QString& name, const QString& value) {
  auto* number = new Label(look_, TextRole::Body, value, Token::TextPrimary, this);
  number->setAlignment(Qt::AlignRight);
  rows_->addRow(new Label(look_, TextRole::Body, name, Token::TextSecondary, this), number);
}

void CountsPopup::show(const TextCounts& counts, const QRect& anchor) {
  while (rows_->rowCount() > 0)
    rows_->removeRow(0);
  rows_->setContentsMargins(look_.ipx(10), look_.ipx(8), look_.ipx(10), look_.ipx(8));
  rows_->setHorizontalSpacing(look_.ipx(32));
  rows_->setVerticalSpacing(look_.ipx(5));
  const QLocale locale;
  const auto number = [&](const QString& name, int value) {
    if (value > 0) addRow(name, locale.toString(value));
  };
  addRow(tr("Words"), locale.toString(counts.words));
  addRow(tr("Characters"), locale.toString(counts.characters));
  addRow(tr("Without blanks"), locale.toString(counts.letters));
  addRow(tr("Reading time"), tr("%n min", nullptr, readingMinutes(counts.words)));
  number(tr("Sentences"), counts.sentences);
  if (counts.sentences > 1) {
    addRow(tr("Words a sentence"), locale.toString(qRound(double(counts.words) / counts.sentences)));
    addRow(tr("Longest sentence"), tr("%n word(s)", nullptr, counts.longest));
    auto* sentence = new Label(look_, TextRole::Small, counts.longestSentence, Token::TextTertiary, this);
    sentence->setWordWrap(true);
    sentence->setFixedWidth(look_.ipx(250));
    rows_->addRow(sentence);
  }
  number(tr("Figures"), counts.facts.figures);
  number(tr("Tables"), counts.facts.tables);
  number(tr("Equations"), counts.facts.equations);
  number(tr("Code blocks"), counts.facts.codeBlocks);
  number(tr("Works cited"), counts.facts.citations);
  const int written = counts.words - wordsThen_;
  const int minutes = static_cast<int>(begun_.secsTo(clock_()) / 60);
  addRow(tr("Since it was opened"),
         tr("%1 words, %2")
             .arg(written > 0 ? u'+' + locale.toString(written) : locale.toString(written))
             .arg(tr("%n min", nullptr, minutes)));
  popUpAt(anchor);
}

}  // namespace offprint

#include "moc_CountsPopup.cpp"
