#pragma once
#include <QString>

class QTextDocument;

namespace offprint {

/// The exact text of a manuscript: "\n" between lines, every other character as it was given. QTextDocument
/// reserves five code points (U+2029, U+FDD0, U+FDD1 and carriage returns break paragraphs), so they are kept
/// inside the document as two noncharacters each and come back here; QTextDocument::toPlainText() would turn
/// a no-break space into a space and U+2028 into a line break.
QString documentText(const QTextDocument& document);

/// Characters of the document one to one with cursor positions: "\n" between lines, reserved code points
/// still in their two-character form. For searching.
QString documentCharacters(const QTextDocument& document);

/// The text in the form that may be put into a document with setPlainText() or insertText().
QString toDocumentForm(const QString& text);
/// The inverse of toDocumentForm(); U+2029 becomes "\n".
QString fromDocumentForm(QString raw);

/// Makes the document's text equal to `text` by replacing only the part that differs, as one undo step.
/// Returns false when nothing differed.
bool replaceText(QTextDocument& document, const QString& text);

}  // namespace offprint
