#pragma once
#include <QByteArray>
#include <QString>

namespace offprint {

/// The quotation marks of a language, UTF-8, from Unicode's CLDR as Qt ships it.
struct Quotes {
  QByteArray open;
  QByteArray close;
  QByteArray innerOpen;
  QByteArray innerClose;
  bool english = true;  ///< as cmark-gfm writes them: nothing to change
};

/// French ones come with the narrow no-break blanks that its typography asks for, which CLDR leaves to the
/// writer; Swiss French has none.
Quotes quotesOf(const QString& language);

/// `text` with the curly English marks that cmark-gfm made exchanged. `inner`: a single mark is open; it is
/// kept from one piece of a paragraph to the next. An apostrophe stays.
QByteArray withQuotes(const QByteArray& text, const Quotes& quotes, bool& inner);

}  // namespace offprint
