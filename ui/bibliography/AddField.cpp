#include "ui/bibliography/AddField.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>

using namespace Qt::StringLiterals;

namespace offprint {

AddField::AddField(Appearance& look, QWidget* parent) : QLineEdit(parent) {
  setObjectName(u"addField"_s);
  addAction(look.icon(u"plus"_s, Token::TextTertiary), QLineEdit::LeadingPosition);
  setPlaceholderText(tr("Add a DOI, arXiv id, title, or paste BibTeX"));
  setAccessibleName(placeholderText());
  connect(this, &QLineEdit::returnPressed, this, [this] {
    const QString written = text();
    if (written.trimmed().isEmpty()) return;
    clear();
    Q_EMIT given(written);
  });
}

/// One line could not hold entries: they go on as they are.
void AddField::keyPressEvent(QKeyEvent* event) {
  const QString pasted =
      event->matches(QKeySequence::Paste) ? QGuiApplication::clipboard()->text() : QString();
  if (pasted.trimmed().contains(u'\n')) return Q_EMIT given(pasted);
  QLineEdit::keyPressEvent(event);
}

}  // namespace offprint

#include "moc_AddField.cpp"
