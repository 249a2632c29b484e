#include "ui/history/ValueDiff.h"

#include <QJsonArray>
#include <QJsonDocument>

#include "app/content/ContentKind.h"
#include "app/content/TextDiff.h"
#include "app/core/Text.h"
#include "ui/widgets/Appearance.h"
#include "ui/widgets/Glyphs.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QString textOf(const QJsonValue& value) {
  if (value.isBool()) return value.toBool() ? say("yes") : say("no");
  if (value.isDouble()) return QString::number(value.toDouble());
  if (value.isArray()) {
    QStringList texts;
    for (const QJsonValue& each : value.toArray())
      texts.append(textOf(each));
    return texts.join(u", "_s);
  }
  if (value.isObject())
    return QString::fromUtf8(QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact));
  return value.toString();
}

QString namesOf(const People& people) {
  QStringList names;
  for (const Person& person : people)
    names.append(person.display());
  return names.join(u", "_s);
}

/// The two versions in one: what went struck through, what came after it.
QString wordsHtml(const QString& before, const QString& after, const Appearance& look) {
  QString html;
  for (const DiffPiece& piece : compareWords(before, after)) {
    const QString text = piece.text.toHtmlEscaped();
    if (piece.kind == DiffPiece::Kind::Same) {
      html += text;
    } else if (piece.kind == DiffPiece::Kind::Removed) {
      html += u"<s style=\"background-color:%1\">%2</s> "_s.arg(look.color(Token::DiffDelWord).name(), text);
    } else {
      html +=
          u"<span style=\"background-color:%1\">%2</span>"_s.arg(look.color(Token::DiffAddWord).name(), text);
    }
  }
  return html;
}

QString styleOf(const QFont& font) {
  return u"font-family:'%1';font-size:%2pt;font-weight:%3;font-style:%4"_s.arg(font.family())
      .arg(font.pointSizeF())
      .arg(font.weight())
      .arg(font.italic() ? u"italic"_s : u"normal"_s);
}

}  // namespace

QList<ValueDiff> differingValues(const ContentItem& before, const ContentItem& after,
                                 const ContentKind* kind) {
  QList<ValueDiff> values;
  const auto compare = [&](const QString& key, const QString& label, const QString& was, const QString& is) {
    if (was != is) values.append({key, label, was, is});
  };
  const auto list = [](const QStringList& texts) { return texts.join(u", "_s); };
  compare(u"title"_s, say("Title"), before.title, after.title);
  compare(u"summary"_s, say("Summary"), before.summary, after.summary);
  compare(u"status"_s, say("Status"), stateLabel(before.status), stateLabel(after.status));
  compare(u"date"_s, say("Date"), before.date.iso(), after.date.iso());
  compare(u"slug"_s, say("Address"), before.slug, after.slug);
  compare(u"authors"_s, say("Authors"), namesOf(before.authors), namesOf(after.authors));
  compare(u"topics"_s, say("Topics"), list(before.topics), list(after.topics));
  compare(u"tags"_s, say("Tags"), list(before.tags), list(after.tags));
  compare(u"series"_s, say("Series"), before.series, after.series);
  compare(u"cover"_s, say("Cover"), before.cover, after.cover);
  compare(u"language"_s, say("Language"), before.language, after.language);
  QStringList keys = before.fields.keys() + after.fields.keys();
  keys.sort();
  keys.removeDuplicates();
  for (const QString& key : keys) {
    const FieldSpec* field = kind ? kind->field(key) : nullptr;
    compare(key, field ? field->label : key, textOf(before.fields.value(key)),
            textOf(after.fields.value(key)));
  }
  return values;
}

QString valuesHtml(const QList<ValueDiff>& values, const Appearance& look) {
  using Face = Appearance::Face;
  QString html;
  QString rows;
  for (const ValueDiff& value : values) {
    const QString words = wordsHtml(value.before, value.after, look);
    if (value.key == u"title") {
      html += u"<p style=\"margin:0 0 6px 0;%1\">%2</p>"_s.arg(
          styleOf(look.font(Face::Writing, 27, QFont::DemiBold)), words);
    } else if (value.key == u"summary") {
      html += u"<p style=\"margin:0 0 10px 0;%1\">%2</p>"_s.arg(
          styleOf(look.font(Face::Writing, 16, QFont::Normal, true)), words);
    } else {
      rows +=
          u"<tr><td style=\"padding:2px 14px 2px 0;color:%1\">%2</td><td style=\"padding:2px 0\">%3</td></tr>"_s
              .arg(look.color(Token::TextSecondary).name(), value.label.toHtmlEscaped(), words);
    }
  }
  if (!rows.isEmpty())
    html += u"<table cellspacing=\"0\" style=\"%1\">%2</table>"_s.arg(styleOf(look.font(Face::Interface, 13)),
                                                                      rows);
  return html;
}

}  // namespace offprint
