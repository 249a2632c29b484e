#include "ui/editor/DocumentText.h"

#include <algorithm>
#include <array>
#include <QTextCursor>
#include <QTextDocument>

namespace offprint {
namespace {

// A noncharacter that announces a reserved one; itself doubled when a text really holds it.
constexpr QChar kLead(0xFDEF);
struct Reserved {
  QChar character;
  QChar substitute;
};
constexpr std::array<Reserved, 5> kReserved = {{{QChar(0x2029), QChar(u'p')},
                                                {QChar(0xFDD0), QChar(u'b')},
                                                {QChar(0xFDD1), QChar(u'e')},
                                                {QChar(u'\r'), QChar(u'r')},
                                                {kLead, kLead}}};

const Reserved* reservedFor(QChar character) {
  const auto it = std::find_if(kReserved.begin(), kReserved.end(),
                               [character](const Reserved& r) { return r.character == character; });
  return it == kReserved.end() ? nullptr : &*it;
}

}  // namespace

QString toDocumentForm(const QString& text) {
  if (std::none_of(text.begin(), text.end(), [](QChar c) { return reservedFor(c) != nullptr; })) return text;
  QString form;
  form.reserve(text.size() + 16);
  for (const QChar c : text) {
    if (const Reserved* reserved = reservedFor(c)) {
      form += kLead;
      form += reserved->substitute;
    } else {
      form += c;
    }
  }
  return form;
}

QString fromDocumentForm(QString raw) {
  raw.replace(QChar::ParagraphSeparator, u'\n');
  if (!raw.contains(kLead)) return raw;
  QString text;
  text.reserve(raw.size());
  for (qsizetype i = 0; i < raw.size(); ++i) {
    if (raw[i] == kLead && i + 1 < raw.size()) {
      const auto it = std::find_if(kReserved.begin(), kReserved.end(),
                                   [&](const Reserved& r) { return r.substitute == raw[i + 1]; });
      if (it != kReserved.end()) {
        text += it->character;
        ++i;
        continue;
      }
    }
    text += raw[i];
  }
  return text;
}

QString documentText(const QTextDocument& document) {
  return fromDocumentForm(document.toRawText());
}

QString documentCharacters(const QTextDocument& document) {
  QString raw = document.toRawText();
  raw.replace(QChar::ParagraphSeparator, u'\n');
  return raw;
}

bool replaceText(QTextDocument& document, const QString& text) {
  const QString before = documentCharacters(document);
  const QString after = toDocumentForm(text);
  if (before == after) return false;
  const qsizetype shorter = std::min(before.size(), after.size());
  qsizetype head = 0;
  while (head < shorter && before[head] == after[head])
    ++head;
  qsizetype tail = 0;
  while (tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  QTextCursor cursor(&document);
  cursor.setPosition(static_cast<int>(head));
  cursor.setPosition(static_cast<int>(before.size() - tail), QTextCursor::KeepAnchor);
  cursor.insertText(after.mid(head, after.size() - tail - head));
  return true;
}

}  // namespace offprint
