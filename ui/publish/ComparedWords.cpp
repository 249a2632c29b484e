#include "ui/publish/ComparedWords.h"

#include <QVBoxLayout>

#include "app/content/TextDiff.h"
#include "ui/history/DiffText.h"
#include "ui/widgets/Label.h"

namespace offprint {

ComparedWords::ComparedWords(Appearance& look, QWidget* parent)
    : QWidget(parent),
      diff_(new DiffText(look, this)),
      nothing_(new Label(look, TextRole::Body, {}, Token::TextTertiary, this)) {
  compares_.setMaxThreadCount(1);
  nothing_->setAlignment(Qt::AlignCenter);
  nothing_->setWordWrap(true);
  diff_->hide();
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(diff_, 1);
  rows->addWidget(nothing_, 1);
}

ComparedWords::~ComparedWords() {
  compares_.waitForDone();
}

void ComparedWords::compare(const QString& before, const QString& after) {
  const quint64 mine = ++newest_;
  compares_.clear();
  if (before.isEmpty() && after.isEmpty()) return show({}, tr("There is no text to compare."));
  compares_.start([this, mine, before, after] {
    const TextDiff diff = compareTexts(before, after);
    // This waits for the job before it goes.
    QMetaObject::invokeMethod(this, [this, mine, diff] {
      if (mine != newest_) return;
      show(diff, tr("The words of this page stay the same; what surrounds them changes."));
    });
  });
}

void ComparedWords::tell(const QString& sentence) {
  ++newest_;
  show({}, sentence);
}

/// `nothing` stands in the place of words that did not change.
void ComparedWords::show(const TextDiff& diff, const QString& nothing) {
  const bool words = diff.changes > 0;
  diff_->setVisible(words);
  nothing_->setVisible(!words);
  if (words) diff_->setDiff(diff, {}, false);
  nothing_->setText(nothing);
}

}  // namespace offprint

#include "moc_ComparedWords.cpp"
