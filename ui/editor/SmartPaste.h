#pragma once
#include <QString>
#include <QStringList>

class QMimeData;

namespace offprint {

/// What a pasted text most likely is meant to be (app.md section 9): an address over a selection a link, an
/// address alone an autolink, tab-separated lines a table, LaTeX in \(…\) or \[…\] or an equation environment
/// a formula; else itself.
QString smartForm(const QString& text, const QString& selection);

/// Paths of the local files that are dragged or copied.
QStringList localFiles(const QMimeData& data);

}  // namespace offprint
