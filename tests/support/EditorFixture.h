#pragma once
#include <memory>
#include <QFontDatabase>
#include <QTextDocument>

#include "ui/editor/DocumentText.h"
#include "ui/editor/Highlighter.h"
#include "ui/editor/ManuscriptLayout.h"

namespace offprint::test {

/// A style from the machine's own fonts; every colour differs from every other.
inline ManuscriptStyle manuscriptStyle() {
  ManuscriptStyle style;
  const auto face = [](const char* family, qreal pixels, int weight = QFont::Normal) {
    QFont font(QString::fromLatin1(family));
    font.setPointSizeF(pixels * 0.75);
    font.setWeight(static_cast<QFont::Weight>(weight));
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
  };
  style.text = face("serif", 17);
  style.mono = face("monospace", 13.5);
  style.heading = face("serif", 19, QFont::DemiBold);
  style.subheading = face("serif", 17.5, QFont::DemiBold);
  style.minor = face("serif", 17, QFont::DemiBold);
  style.title = face("serif", 27, QFont::DemiBold);
  style.summary = face("serif", 16);
  style.kicker = face("sans-serif", 12);
  int value = 1;
  for (QColor* color : {&style.page, &style.ink, &style.secondary, &style.faint, &style.hairline,
                        &style.caret, &style.marker, &style.headingInk, &style.link, &style.cite, &style.math,
                        &style.code, &style.directive, &style.codeGround, &style.changedBar, &style.addedBar,
                        &style.hit, &style.currentHit, &style.selection, &style.misspelt}) {
    *color = QColor(10 * value, 255 - 7 * value, 3 * value);
    ++value;
  }
  return style;
}

/// A document as the editor holds it: own layout, highlighter, a page width.
struct Manuscript {
  explicit Manuscript(const QString& text = {}, qreal width = 760, bool highlighted = true) {
    document = std::make_unique<QTextDocument>();
    document->setDefaultFont(manuscriptStyle().text);
    layout = new ManuscriptLayout(document.get(), manuscriptStyle());
    document->setDocumentLayout(layout);
    document->setPageSize({width, -1});
    if (highlighted) highlighter = new Highlighter(document.get(), manuscriptStyle());
    document->setPlainText(toDocumentForm(text));
  }
  std::unique_ptr<QTextDocument> document;
  ManuscriptLayout* layout = nullptr;  ///< the document owns both
  Highlighter* highlighter = nullptr;
};

}  // namespace offprint::test
