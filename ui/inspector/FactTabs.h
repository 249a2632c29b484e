#pragma once
#include <QScrollArea>

#include "app/content/Finding.h"
#include "app/store/Repositories.h"
#include "ui/inspector/TextFacts.h"
#include "ui/widgets/Appearance.h"

class QVBoxLayout;

namespace offprint {

class FoldSection;
class Label;
class RowsView;

/// A column of sections that scrolls as a whole.
class SectionsTab : public QScrollArea {
  Q_OBJECT
 public:
  SectionsTab(Appearance& look, QWidget* parent);

 protected:
  QVBoxLayout* column() const { return column_; }
  RowsView* addRows(const QString& title, FoldSection** section = nullptr);
  Appearance& look() const { return look_; }

 private:
  Appearance& look_;
  QVBoxLayout* column_;
};

/// Items that lead to the open one, as both Outline and Links show them.
using Backlinks = QList<ItemSummary>;

/// Headings with their word counts, then counts of what the text holds, then what points here.
class OutlineTab : public SectionsTab {
  Q_OBJECT
 public:
  OutlineTab(Appearance& look, QWidget* parent);
  void setFacts(const TextFacts& facts);
  void setKindLabel(const QString& label);
  void setCaretLine(int line);
  void setBacklinks(const Backlinks& items, const QDateTime& now);

 Q_SIGNALS:
  void lineActivated(int line);
  void itemRequested(const QString& reference);

 private:
  void showHeadings();

  TextFacts facts_;
  Backlinks backlinks_;
  int caretLine_ = 0;
  Label* none_;
  RowsView* headings_;
  FoldSection* contents_;
  RowsView* counts_;
  FoldSection* here_;
  RowsView* pointing_;
};

/// Links of the text: broken ones first, then within the site, then off it; what points here.
class LinksTab : public SectionsTab {
  Q_OBJECT
 public:
  LinksTab(Appearance& look, QWidget* parent);
  void setFacts(const TextFacts& facts);
  void setFindings(const Findings& findings);
  void setBacklinks(const Backlinks& items, const QDateTime& now);

 Q_SIGNALS:
  void lineActivated(int line);
  void itemRequested(const QString& reference);

 private:
  void refresh();
  struct Group {
    FoldSection* section = nullptr;
    RowsView* rows = nullptr;
    QList<int> lines;
  };
  void fill(Group& group, const QString& title, const QList<DocumentLink>& links, const QString& icon);

  TextFacts facts_;
  Findings findings_;
  Backlinks backlinks_;
  Label* none_;
  Group broken_;
  Group within_;
  Group outside_;
  Group cited_;
  FoldSection* here_;
  RowsView* pointing_;
};

/// The last revisions, newest first; choosing one asks for the history.
class HistoryTab : public SectionsTab {
  Q_OBJECT
 public:
  HistoryTab(Appearance& look, QWidget* parent);
  void setRevisions(const QList<Revision>& revisions, const QDateTime& now);

 Q_SIGNALS:
  void revisionRequested(qint64 revision);

 private:
  QList<Revision> revisions_;
  Label* none_;
  RowsView* rows_;
};

/// Why a revision was cut, for a person; its name when it has one.
QString reasonText(const Revision& revision);
/// "14:32", "yesterday 18:04", "12 Mar 09:12", "12 Mar 2025".
QString momentText(const QDateTime& moment, const QDateTime& now);

}  // namespace offprint
