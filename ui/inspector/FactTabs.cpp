#include "ui/inspector/FactTabs.h"

#include <QVBoxLayout>

#include "app/core/Text.h"
#include "ui/inspector/FoldSection.h"
#include "ui/inspector/RowsView.h"
#include "ui/widgets/Glyphs.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qsizetype revisionsShown = 10;

QList<RowsView::Row> rowsOf(Appearance& look, const Backlinks& items, const QDateTime& now) {
  QList<RowsView::Row> rows;
  for (const ItemSummary& item : items) {
    rows.append({plainTitle(item.title), stateLabel(item, now), stateIcon(look, StateShape(item, now))});
  }
  return rows;
}

/// Words more or fewer than in the version before.
QString deltaText(int words, int before) {
  if (words == before) return {};
  return words > before ? u"+%1"_s.arg(words - before) : u"−%1"_s.arg(before - words);
}

}  // namespace

QString reasonText(const Revision& revision) {
  if (!revision.name.isEmpty()) return revision.name;
  switch (revision.reason) {
    case RevisionReason::Typing:
      return say("While writing");
    case RevisionReason::Pause:
      return say("After a pause");
    case RevisionReason::Leave:
      return say("On leaving");
    case RevisionReason::Paste:
      return say("Before a paste");
    case RevisionReason::Kept:
      return say("Kept");
    case RevisionReason::Import:
      return say("Imported");
    case RevisionReason::Replace:
      return say("Before replacing");
    case RevisionReason::Restore:
      return say("Before restoring");
    case RevisionReason::Publish:
      return say("Published");
  }
  return {};
}

QString momentText(const QDateTime& moment, const QDateTime& now) {
  const QDateTime local = moment.toLocalTime();
  const QDate today = now.toLocalTime().date();
  const QString time = local.toString(u"HH:mm"_s);
  if (local.date() == today) return time;
  if (local.date() == today.addDays(-1)) return say("yesterday %1").arg(time);
  if (local.date().year() == today.year()) return local.toString(u"d MMM HH:mm"_s);
  return local.toString(u"d MMM yyyy"_s);
}

SectionsTab::SectionsTab(Appearance& look, QWidget* parent) : QScrollArea(parent), look_(look) {
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);
  viewport()->setAutoFillBackground(false);
  auto* body = new QWidget;
  column_ = new QVBoxLayout(body);
  column_->setContentsMargins(0, look.ipx(8), 0, 0);
  column_->setSpacing(0);
  setWidget(body);
  body->setAutoFillBackground(false);
}

RowsView* SectionsTab::addRows(const QString& title, FoldSection** section) {
  QWidget* parent = widget();
  if (section) {
    *section = new FoldSection(look_, title, parent);
    column_->addWidget(*section);
    parent = *section;
  }
  auto* rows = new RowsView(look_, title, parent);
  if (section) {
    // Rows have their own inset; they reach to the edges so that their grounds line up with the headings'.
    auto* inset = (*section)->content();
    inset->setContentsMargins(0, 0, 0, look_.ipx(10));
    inset->addWidget(rows);
  } else {
    column_->addWidget(rows);
  }
  return rows;
}

OutlineTab::OutlineTab(Appearance& look, QWidget* parent) : SectionsTab(look, parent) {
  none_ = new Label(look, TextRole::Body, tr("Headings appear here as you write them."), Token::TextTertiary,
                    widget());
  none_->setWordWrap(true);
  none_->setContentsMargins(look.ipx(16), look.ipx(8), look.ipx(16), look.ipx(12));
  column()->addWidget(none_);
  headings_ = addRows(tr("Headings"));
  column()->addSpacing(look.ipx(8));
  counts_ = addRows(tr("In this text"), &contents_);
  pointing_ = addRows(tr("Points here"), &here_);
  column()->addStretch(1);
  connect(headings_, &RowsView::chosen, this, [this](int row) {
    if (row < facts_.outline.size()) Q_EMIT lineActivated(facts_.outline.at(row).line);
  });
  connect(pointing_, &RowsView::chosen, this, [this](int row) {
    if (row < backlinks_.size()) Q_EMIT itemRequested(backlinks_.at(row).ref());
  });
  setFacts({});
  setBacklinks({}, {});
}

void OutlineTab::setKindLabel(const QString& label) {
  contents_->setTitle(label.isEmpty() ? tr("In this text") : tr("In this %1").arg(label.toLower()));
}

void OutlineTab::setFacts(const TextFacts& facts) {
  facts_ = facts;
  showHeadings();
  QList<RowsView::Row> rows;
  for (const auto& [name, count] :
       {std::pair{tr("Figures"), facts.figures}, std::pair{tr("Equations"), facts.equations},
        std::pair{tr("Tables"), facts.tables}, std::pair{tr("Code blocks"), facts.codeBlocks},
        std::pair{tr("Links"), int(facts.links.size()) - facts.figures}}) {
    if (count > 0) rows.append({name, QString::number(count)});
  }
  counts_->setRows(rows);
  contents_->setVisible(!rows.isEmpty());
}

void OutlineTab::setCaretLine(int line) {
  if (line == caretLine_) return;
  caretLine_ = line;
  showHeadings();
}

void OutlineTab::showHeadings() {
  int top = 6;
  for (const OutlineEntry& entry : std::as_const(facts_.outline))
    top = std::min(top, entry.level);
  qsizetype current = -1;
  for (qsizetype i = 0; i < facts_.outline.size() && facts_.outline.at(i).line <= caretLine_; ++i)
    current = i;
  QList<RowsView::Row> rows;
  for (qsizetype i = 0; i < facts_.outline.size(); ++i) {
    RowsView::Row row{facts_.outline.at(i).text};
    if (i < facts_.words.size()) row.trailing = QString::number(facts_.words.at(i));
    row.indent = facts_.outline.at(i).level - top;
    row.current = i == current;
    rows.append(row);
  }
  headings_->setRows(rows);
  none_->setVisible(rows.isEmpty());
}

void OutlineTab::setBacklinks(const Backlinks& items, const QDateTime& now) {
  backlinks_ = items;
  here_->setTitle(items.isEmpty() ? tr("Points here") : tr("Points here  %1").arg(items.size()));
  here_->setVisible(!items.isEmpty());
  pointing_->setRows(rowsOf(look(), items, now));
}

LinksTab::LinksTab(Appearance& look, QWidget* parent) : SectionsTab(look, parent) {
  none_ = new Label(look, TextRole::Body, tr("No links yet. Type [[ to link to an item of this library."),
                    Token::TextTertiary, widget());
  none_->setWordWrap(true);
  none_->setContentsMargins(look.ipx(16), look.ipx(8), look.ipx(16), look.ipx(12));
  column()->addWidget(none_);
  for (Group* group : {&broken_, &within_, &outside_, &cited_}) {
    group->rows = addRows(tr("Links"), &group->section);
    connect(group->rows, &RowsView::chosen, this, [this, group](int row) {
      if (row < group->lines.size()) Q_EMIT lineActivated(group->lines.at(row));
    });
  }
  pointing_ = addRows(tr("Points here"), &here_);
  column()->addStretch(1);
  connect(pointing_, &RowsView::chosen, this, [this](int row) {
    if (row < backlinks_.size()) Q_EMIT itemRequested(backlinks_.at(row).ref());
  });
  refresh();
  setBacklinks({}, {});
}

void LinksTab::setFacts(const TextFacts& facts) {
  facts_ = facts;
  refresh();
}

void LinksTab::setFindings(const Findings& findings) {
  findings_ = findings;
  refresh();
}

void LinksTab::fill(Group& group, const QString& title, const QList<DocumentLink>& links,
                    const QString& icon) {
  QList<RowsView::Row> rows;
  group.lines.clear();
  for (const DocumentLink& link : links) {
    rows.append({link.target, tr("line %1").arg(link.line), look().icon(icon, Token::TextSecondary, 14), 0,
                 link.text.isEmpty() ? link.target : u"%1\n%2"_s.arg(link.text, link.target)});
    group.lines.append(link.line);
  }
  group.rows->setRows(rows);
  group.section->setTitle(u"%1  %2"_s.arg(title).arg(rows.size()));
  group.section->setVisible(!rows.isEmpty());
}

void LinksTab::refresh() {
  QList<RowsView::Row> broken;
  broken_.lines.clear();
  for (const Finding& finding : std::as_const(findings_)) {
    if (!finding.code.startsWith(u"link.") && finding.code != u"image.missing") continue;
    broken.append({finding.message, finding.line > 0 ? tr("line %1").arg(finding.line) : QString(),
                   look().icon(u"unlink"_s, Token::StDanger, 14)});
    broken_.lines.append(finding.line);
  }
  broken_.rows->setRows(broken);
  broken_.section->setTitle(tr("Broken  %1").arg(broken.size()));
  broken_.section->setVisible(!broken.isEmpty());
  QList<DocumentLink> within;
  QList<DocumentLink> outside;
  for (const DocumentLink& link : std::as_const(facts_.links))
    (isExternal(link.target) ? outside : within).append(link);
  fill(within_, tr("On this site"), within, u"link"_s);
  fill(outside_, tr("Elsewhere"), outside, u"external-link"_s);
  QList<DocumentLink> cited;
  for (const TextFacts::Cited& work : std::as_const(facts_.citations)) {
    DocumentLink link;
    link.target = u'@' + work.key;
    link.line = work.line;
    cited.append(link);
  }
  fill(cited_, tr("Works cited"), cited, u"quote"_s);
  none_->setVisible(broken.isEmpty() && facts_.links.isEmpty() && cited.isEmpty());
}

void LinksTab::setBacklinks(const Backlinks& items, const QDateTime& now) {
  backlinks_ = items;
  here_->setTitle(tr("Points here  %1").arg(items.size()));
  here_->setVisible(!items.isEmpty());
  pointing_->setRows(rowsOf(look(), items, now));
}

HistoryTab::HistoryTab(Appearance& look, QWidget* parent) : SectionsTab(look, parent) {
  none_ = new Label(look, TextRole::Body, tr("Versions appear as you write."), Token::TextTertiary, widget());
  none_->setContentsMargins(look.ipx(16), look.ipx(8), look.ipx(16), look.ipx(12));
  column()->addWidget(none_);
  rows_ = addRows(tr("Versions"));
  column()->addStretch(1);
  connect(rows_, &RowsView::chosen, this, [this](int row) {
    if (row < revisions_.size()) Q_EMIT revisionRequested(revisions_.at(row).id.value);
  });
}

void HistoryTab::setRevisions(const QList<Revision>& revisions, const QDateTime& now) {
  revisions_ = revisions.mid(0, revisionsShown);
  QList<RowsView::Row> rows;
  for (qsizetype i = 0; i < revisions_.size(); ++i) {
    const Revision& revision = revisions_.at(i);
    const int before = i + 1 < revisions.size() ? revisions.at(i + 1).words : 0;
    const QString words = deltaText(revision.words, before);
    rows.append({u"%1  ·  %2"_s.arg(momentText(revision.created, now), reasonText(revision)), words,
                 look().icon(u"history"_s, Token::TextSecondary, 14)});
  }
  rows_->setRows(rows);
  none_->setVisible(rows.isEmpty());
}

}  // namespace offprint

#include "moc_FactTabs.cpp"
