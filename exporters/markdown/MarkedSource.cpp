#include <cstring>

#include "exporters/markdown/SourceMarks.h"

namespace offprint {

Mark markAt(const char* text, qsizetype length) {
  if (length < MarkSize || text[0] != MarkLead || text[1] != '\xb7') return Mark{0};
  const auto third = static_cast<unsigned char>(text[2]);
  return third >= 0x90 && third <= 0xac ? static_cast<Mark>(text[2]) : Mark{0};
}

QByteArray markBytes(Mark mark) {
  const char bytes[] = {MarkLead, '\xb7', static_cast<char>(mark)};
  return QByteArray(bytes, MarkSize);
}

QByteArray MarkedSource::verbatim(const char* marked, qsizetype length) const {
  return restore(marked, length, true);
}

QByteArray MarkedSource::unescaped(const char* marked, qsizetype length) const {
  return restore(marked, length, false);
}

QByteArray MarkedSource::restore(const char* marked, qsizetype length, bool escapes) const {
  QByteArray out;
  if (!std::memchr(marked, MarkLead, static_cast<size_t>(length))) return QByteArray(marked, length);
  out.reserve(length);
  for (qsizetype i = 0; i < length;) {
    const Mark mark = markAt(marked + i, length - i);
    if (mark == Mark{0}) {
      out += marked[i++];
      continue;
    }
    i += MarkSize;
    const auto add = [&](const char* withBackslash) { out += withBackslash + (escapes ? 0 : 1); };
    switch (mark) {
      case Mark::MathOpen:
        add("\\(");
        break;
      case Mark::MathClose:
        add("\\)");
        break;
      case Mark::DisplayOpen:
        add("\\[");
        break;
      case Mark::DisplayClose:
        add("\\]");
        break;
      case Mark::EscapedPipe:
        add("\\|");
        break;
      case Mark::Pipe:
        out += '|';
        break;
      case Mark::ItemOpen:
        out += "[[";
        break;
      case Mark::ItemClose:
        out += "]]";
        break;
      case Mark::AttributesOpen: {
        qsizetype number = 0;
        while (i < length && marked[i] >= '0' && marked[i] <= '9') {
          number = number * 10 + (marked[i++] - '0');
        }
        out += attributes.value(number);
        break;
      }
      case Mark::AttributesClose:
      case Mark::PieceOpen:
      case Mark::PieceClose:
      case Mark::Bibliography:
      case Mark::Nothing:
      case Mark::Unclosed:
        break;
      case Mark::Quote:
        out += '"';
        break;
      case Mark::Apostrophe:
        out += '\'';
        break;
      case Mark::Hyphen:
        out += '-';
        break;
      case Mark::Dot:
        out += '.';
        break;
      case Mark::ReferenceOpen:
      case Mark::CitationOpen:
        out += '[';
        break;
      case Mark::ReferenceClose:
      case Mark::CitationClose:
      case Mark::NoteClose:
        out += ']';
        break;
      case Mark::NoteOpen:
        out += "^[";
        break;
      case Mark::OpenQuote:
        out += "\u201c";
        break;
      case Mark::CloseQuote:
        out += "\u201d";
        break;
      case Mark::OpenSingle:
        out += "\u2018";
        break;
      case Mark::CloseSingle:
        out += "\u2019";
        break;
    }
  }
  return out;
}

QByteArray MarkedSource::line(int number) const {
  if (number < 1 || number >= lineStarts.size()) return {};
  const qsizetype from = lineStarts.at(number - 1);
  return verbatim(text.constData() + from, qMax<qsizetype>(0, lineStarts.at(number) - 1 - from));
}

}  // namespace offprint
