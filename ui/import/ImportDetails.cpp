#include "ui/import/ImportDetails.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/content/ContentKind.h"
#include "app/session/LibrarySession.h"
#include "ui/import/ImportReportModel.h"
#include "ui/widgets/FindingLook.h"
#include "ui/widgets/Glyphs.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {

ImportDetails::ImportDetails(ShellContext context, QWidget* parent)
    : QScrollArea(parent), context_(std::move(context)) {
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setAccessibleName(tr("What became of the file"));
}

void ImportDetails::tell(const ImportedItem& item, bool canOpen) {
  Appearance& look = context_.look;
  auto* body = new QFrame;
  body->setObjectName(u"inspector"_s);
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(look.ipx(16), look.ipx(14), look.ipx(16), look.ipx(16));
  column->setSpacing(look.ipx(6));
  const auto add = [&](TextRole role, const QString& text, Token ink) {
    auto* label = new Label(look, role, text, ink, body);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(label);
  };
  add(TextRole::PaneTitle, item.title.isEmpty() ? item.source : plainTitle(item.title), Token::TextPrimary);
  const auto kinds = context_.library.kinds();
  const ContentKind* kind = kinds && !item.slug.isEmpty() ? kinds->find(item.kind) : nullptr;
  const QString group = ImportReportModel::groupName(ImportReportModel::groupOf(item));
  add(TextRole::Meta, kind ? kind->label + u" · "_s + group.toLower() : group, Token::TextSecondary);
  if (!item.title.isEmpty()) add(TextRole::Meta, item.source, Token::TextTertiary);
  if (canOpen) {
    auto* row = new QHBoxLayout;
    auto* open = new QPushButton(look.icon(u"pen-line"_s), tr("Open"), body);
    connect(open, &QPushButton::clicked, this, &ImportDetails::openRequested);
    row->addWidget(open);
    row->addStretch();
    column->addSpacing(look.ipx(4));
    column->addLayout(row);
  }
  column->addSpacing(look.ipx(8));
  for (const Finding& finding : item.findings)
    addFinding(*column, finding);
  if (item.findings.isEmpty()) add(TextRole::Body, tr("Nothing had to be changed."), Token::TextSecondary);
  column->addStretch(1);
  setWidget(body);
}

void ImportDetails::addFinding(QVBoxLayout& column, const Finding& finding) {
  Appearance& look = context_.look;
  auto* row = new QHBoxLayout;
  row->setSpacing(look.ipx(10));
  const FindingLook level = lookOf(finding.level);
  auto* icon = new Glyph(look, level.icon, level.ink, this);
  row->addWidget(icon, 0, Qt::AlignTop);
  const QString text =
      finding.line > 0 ? tr("Line %1: %2").arg(finding.line).arg(finding.message) : finding.message;
  auto* words = new Label(look, TextRole::Body, text, Token::TextPrimary, this);
  words->setWordWrap(true);
  words->setTextInteractionFlags(Qt::TextSelectableByMouse);
  row->addWidget(words, 1);
  column.addLayout(row);
  column.addSpacing(look.ipx(6));
}

}  // namespace offprint

#include "moc_ImportDetails.cpp"
