#include "ui/editor/ManuscriptPage.h"

#include "ui/editor/DocumentText.h"
#include "ui/editor/Highlighter.h"
#include "ui/editor/ManuscriptLayout.h"

namespace offprint {
namespace {

constexpr qsizetype kPages = 20;

}  // namespace

ManuscriptPage::ManuscriptPage(const QString& text, const ManuscriptStyle& style) {
  document_.setDefaultFont(style.text);
  document_.setUndoRedoEnabled(false);
  layout_ = new ManuscriptLayout(&document_, style);
  document_.setDocumentLayout(layout_);
  highlighter_ = new Highlighter(&document_, style);
  document_.setPlainText(toDocumentForm(text));
  document_.setUndoRedoEnabled(true);
}

QString ManuscriptPage::text() const {
  return documentText(document_);
}

void ManuscriptPage::setStyle(const ManuscriptStyle& style) {
  layout_->forget();  // else every recoloured line would be laid out by itself
  highlighter_->setStyle(style);
  layout_->setStyle(style);
  document_.setDefaultFont(style.text);
}

std::shared_ptr<ManuscriptPage> PageCache::take(const QString& uuid) {
  for (qsizetype i = 0; i < entries_.size(); ++i) {
    if (entries_[i].uuid == uuid) return entries_.takeAt(i).page;
  }
  return nullptr;
}

void PageCache::put(const QString& uuid, std::shared_ptr<ManuscriptPage> page) {
  if (uuid.isEmpty()) return;
  take(uuid);
  entries_.prepend({uuid, std::move(page)});
  if (entries_.size() > kPages) entries_.removeLast();
}

}  // namespace offprint
