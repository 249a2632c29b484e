#include "exporters/markdown/Quotes.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr char Lead[] = "\xe2\x80";  // of all four curly marks
constexpr qsizetype MarkBytes = 3;

bool startsWord(const QByteArray& text, qsizetype at) {
  if (at >= text.size()) return false;
  const char c = text.at(at);
  if (static_cast<unsigned char>(c) >= 0x80) return !text.mid(at).startsWith(Lead);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

}  // namespace

Quotes quotesOf(const QString& language) {
  Quotes quotes;
  const QLocale locale(QString(language).replace(u'-', u'_'));
  if (locale.language() == QLocale::C || locale.language() == QLocale::English) return quotes;
  quotes.english = false;
  const auto split = [&](QLocale::QuotationStyle style, QByteArray& open, QByteArray& close) {
    const QString around = locale.quoteString(u"|"_s, style);
    open = around.section(u'|', 0, 0).toUtf8();
    close = around.section(u'|', 1).toUtf8();
  };
  split(QLocale::StandardQuotation, quotes.open, quotes.close);
  split(QLocale::AlternateQuotation, quotes.innerOpen, quotes.innerClose);
  if (locale.language() == QLocale::French && locale.territory() != QLocale::Switzerland) {
    for (QByteArray* open : {&quotes.open, &quotes.innerOpen})
      if (*open == "\u00ab") *open += "\u202f";
    for (QByteArray* close : {&quotes.close, &quotes.innerClose})
      if (*close == "\u00bb") close->prepend("\u202f");
  }
  return quotes;
}

QByteArray withQuotes(const QByteArray& text, const Quotes& quotes, bool& inner) {
  QByteArray out;
  qsizetype at = 0;
  for (qsizetype mark = text.indexOf(Lead); mark >= 0; mark = text.indexOf(Lead, mark + MarkBytes)) {
    if (mark + 2 >= text.size()) break;
    const QByteArray* put = nullptr;
    switch (text.at(mark + 2)) {
      case '\x9c':
        put = &quotes.open;
        break;
      case '\x9d':
        put = &quotes.close;
        break;
      case '\x98':
        put = &quotes.innerOpen;
        inner = true;
        break;
      case '\x99':
        if (!inner || startsWord(text, mark + MarkBytes)) break;
        put = &quotes.innerClose;
        inner = false;
        break;
      default:
        break;
    }
    if (!put) continue;
    out += text.mid(at, mark - at) + *put;
    at = mark + MarkBytes;
  }
  return out + text.mid(at);
}

}  // namespace offprint
