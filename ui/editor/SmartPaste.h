#pragma once
#include <functional>
#include <optional>
#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

class QMimeData;

namespace offprint {

/// One form that something pasted can take.
struct PasteForm {
  QString name;  ///< as a button offers it
  QString text;

  bool operator==(const PasteForm&) const = default;
};

/// Where something is pasted.
struct PastePlace {
  QString selection;    ///< that it replaces
  bool opaque = false;  ///< inside of code, a formula, an address: it stays as it is
  /// The citation key of a publication by its DOI or arXiv identifier; empty: not in the library.
  std::function<QString(const QString& identifier)> citationOf;
};

/// What was copied most likely is meant to be (app.md section 9), and the other forms it can have: an address
/// over a selection is a link, alone an autolink or a film; the address of a known publication a citation;
/// tab- or comma-separated lines a table; LaTeX in \(…\) or \[…\] or an equation environment a formula; rich
/// text Markdown. The first form is the likely one. One form alone: there is nothing to choose. The plain
/// text is always among them.
QList<PasteForm> pasteForms(const QMimeData& data, const PastePlace& place);

/// What Edit ▸ Paste as makes of a text: "plain", "quote", "code" or "table". Empty where it cannot be that.
QString pastedAs(const QString& text, const QString& form);

/// Paths of the local files that are dragged or copied.
QStringList localFiles(const QMimeData& data);
/// A picture that was copied as such, as a file's name and content. Nothing when there is text that says more
/// than where the picture is from: office programs offer a picture of what was copied, too.
struct CopiedPicture {
  QString name;
  QByteArray content;
};
std::optional<CopiedPicture> copiedPicture(const QMimeData& data);

}  // namespace offprint
