#include "exporters/publish/PageText.h"

#include <algorithm>
#include <array>
#include <QHash>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr std::array kUnseen{"script", "style", "svg", "template", "head"};
constexpr std::array kVoid{"img", "br", "hr", "input", "wbr", "source", "link", "meta"};
constexpr std::array kBlocks{"p",  "div", "li",         "figure",  "figcaption", "pre", "table", "tr",
                             "h1", "h2",  "blockquote", "section", "h3",         "h4",  "dt",    "dd",
                             "ul", "ol",  "header",     "article", "footer",     "hr",  "br",    "details"};

template <class List>
bool among(const List& list, QStringView name) {
  return std::any_of(list.begin(), list.end(),
                     [name](const char* each) { return name == QLatin1StringView(each); });
}

QString characterOf(const QString& entity) {
  static const QHash<QString, QString> named{
      {u"lt"_s, u"<"_s}, {u"gt"_s, u">"_s}, {u"quot"_s, u"\""_s}, {u"amp"_s, u"&"_s}, {u"nbsp"_s, u" "_s}};
  if (!entity.startsWith(u'#')) return named.value(entity);
  const bool hex = entity.startsWith("#x"_L1);
  const char32_t character = QStringView(entity).mid(hex ? 2 : 1).toUInt(nullptr, hex ? 16 : 10);
  return character > 0 && character <= QChar::LastValidCodePoint ? QString::fromUcs4(&character, 1)
                                                                 : QString();
}

QString withoutEntities(const QString& text) {
  static const QRegularExpression entity(u"&(#x[0-9a-fA-F]+|#[0-9]+|[a-z]+);"_s);
  QString plain;
  qsizetype at = 0;
  for (auto entities = entity.globalMatch(text); entities.hasNext();) {
    const auto match = entities.next();
    plain += text.mid(at, match.capturedStart() - at) + characterOf(match.captured(1));
    at = match.capturedEnd();
  }
  return plain + text.mid(at);
}

/// One pass over the tags of a page.
class Reading {
 public:
  QString of(const QString& html) {
    static const QRegularExpression tag(u"<(/?)([a-zA-Z][\\w-]*)([^>]*)>|<!--.*?-->"_s,
                                        QRegularExpression::DotMatchesEverythingOption);
    qsizetype at = 0;
    for (auto tags = tag.globalMatch(html); tags.hasNext();) {
      const auto match = tags.next();
      take(html.mid(at, match.capturedStart() - at));
      at = match.capturedEnd();
      if (match.capturedLength(2) == 0) continue;
      const QString name = match.captured(2).toLower();
      if (match.capturedLength(1) > 0) {
        close(name);
      } else if (!match.capturedView(3).endsWith(u'/')) {
        open(name, match.captured(3));
      }
    }
    take(html.mid(at));
    return finished();
  }

 private:
  void take(const QString& text) {
    if (unseenDepth_ == 0) text_ += withoutEntities(preformatted_ ? text : lineOf(text));
  }
  static QString lineOf(QString text) {
    static const QRegularExpression spaces(u"\\s+"_s);
    return text.replace(spaces, u" "_s);
  }

  void open(const QString& name, const QString& attributes) {
    if (unseenDepth_ > 0) {
      // Of a formula its TeX is what is compared.
      if (unseen_ == "math"_L1 && name == "annotation"_L1) {
        unseenDepth_ = 0;
      } else if (name == unseen_) {
        ++unseenDepth_;
      }
      return;
    }
    const bool hidden = attributes.contains("aria-hidden=\"true\""_L1);
    if (among(kUnseen, name) || name == "math"_L1 || (hidden && !among(kVoid, name))) {
      unseen_ = name;
      unseenDepth_ = 1;
      return;
    }
    if (name == "pre"_L1) preformatted_ = true;
    if (among(kBlocks, name)) text_ += u"\n\n"_s;
    if (name.size() == 2 && name[0] == u'h' && name[1].isDigit()) text_ += u"## "_s;
    if (name == "img"_L1) text_ += u"🖼 "_s;
  }

  void close(const QString& name) {
    if (name == "annotation"_L1 && unseenDepth_ == 0) {
      unseen_ = u"math"_s;
      unseenDepth_ = 1;
      return;
    }
    if (unseenDepth_ > 0) {
      if (name == unseen_) --unseenDepth_;
      return;
    }
    if (name == "pre"_L1) preformatted_ = false;
    if (among(kBlocks, name)) text_ += u"\n\n"_s;
  }

  QString finished() const {
    QStringList paragraphs;
    static const QRegularExpression blank(u"\\n\\s*\\n"_s);
    for (const QString& paragraph : text_.split(blank, Qt::SkipEmptyParts)) {
      const QString trimmed = paragraph.trimmed();
      if (!trimmed.isEmpty() && trimmed != "##"_L1) paragraphs += trimmed;
    }
    return paragraphs.join(u"\n\n"_s);
  }

  QString text_;
  QString unseen_;  ///< name of the element that is left out
  int unseenDepth_ = 0;
  bool preformatted_ = false;
};

}  // namespace

QString pageText(const QByteArray& html) {
  QString page = QString::fromUtf8(html);
  static const QRegularExpression main(u"<main\\b[^>]*>(.*)</main>"_s,
                                       QRegularExpression::DotMatchesEverythingOption);
  if (const auto match = main.match(page); match.hasMatch()) page = match.captured(1);
  return Reading().of(page);
}

}  // namespace offprint
