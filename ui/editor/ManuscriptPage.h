#pragma once
#include <memory>
#include <QList>
#include <QTextDocument>

#include "ui/editor/ManuscriptStyle.h"

namespace offprint {

class Highlighter;
class ManuscriptLayout;

/// One text as the editor holds it: document with undo history, layout and highlighter, and where the writer
/// was. GUI thread.
class ManuscriptPage {
 public:
  ManuscriptPage(const QString& text, const ManuscriptStyle& style);
  ManuscriptPage(const ManuscriptPage&) = delete;
  ManuscriptPage& operator=(const ManuscriptPage&) = delete;

  QTextDocument& document() { return document_; }
  ManuscriptLayout& layout() { return *layout_; }
  Highlighter& highlighter() { return *highlighter_; }
  QString text() const;
  void setStyle(const ManuscriptStyle& style);

  int anchor = 0;  ///< of the selection when the page was left
  int position = 0;
  int scroll = 0;

 private:
  QTextDocument document_;
  ManuscriptLayout* layout_ = nullptr;  ///< the document owns both
  Highlighter* highlighter_ = nullptr;
};

/// The pages of the items opened last, at most 20, by the items' uuids.
class PageCache {
 public:
  std::shared_ptr<ManuscriptPage> take(const QString& uuid);
  void put(const QString& uuid, std::shared_ptr<ManuscriptPage> page);

 private:
  struct Entry {
    QString uuid;
    std::shared_ptr<ManuscriptPage> page;
  };
  QList<Entry> entries_;  ///< the latest first
};

}  // namespace offprint
