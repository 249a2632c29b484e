#include "ui/editor/ManuscriptStyle.h"

#include "ui/widgets/Appearance.h"

namespace offprint {

ManuscriptStyle ManuscriptStyle::of(const Appearance& a) {
  using Face = Appearance::Face;
  // Without hinting glyphs keep their real advances: even spacing, and the same breaks at every scale.
  const auto face = [&a](Face kind, qreal pixels, int weight = QFont::Normal, bool italic = false) {
    QFont font = a.font(kind, pixels, weight, italic);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
  };
  ManuscriptStyle style;
  style.text = face(Face::Writing, 17);
  style.mono = face(Face::Mono, 13.5);
  style.heading = face(Face::Writing, 19, QFont::DemiBold);
  style.subheading = face(Face::Writing, 17.5, QFont::DemiBold);
  style.minor = face(Face::Writing, 17, QFont::DemiBold);
  style.title = face(Face::Writing, 27, QFont::DemiBold);
  style.summary = face(Face::Writing, 16, QFont::Normal, true);
  style.kicker = a.font(Face::Interface, 12);
  style.pitch = a.px(27);
  style.titlePitch = a.px(35);
  style.summaryPitch = a.px(24);
  style.measure = a.px(620);
  style.gutter = a.px(48);

  style.page = a.color(Token::SurfaceEditor);
  style.ink = a.color(Token::TextPrimary);
  style.secondary = a.color(Token::TextSecondary);
  style.faint = a.color(Token::TextTertiary);
  style.hairline = a.color(Token::LineHair);
  style.caret = a.color(Token::Accent);
  style.marker = a.color(Token::SynMarker);
  style.headingInk = a.color(Token::SynHeading);
  style.link = a.color(Token::SynLink);
  style.cite = a.color(Token::SynCite);
  style.math = a.color(Token::SynMath);
  style.code = a.color(Token::SynCode);
  style.directive = a.color(Token::SynBlock);
  style.codeGround = a.color(Token::CodeBg);
  style.changedBar = a.color(Token::StChanged);
  style.addedBar = a.color(Token::StPublished);
  style.hit = a.color(Token::TintChanged);
  style.currentHit = a.color(Token::DiffAddWord);
  style.selection = a.color(Token::TextSelect);
  style.misspelt = a.color(Token::StDanger);
  return style;
}

}  // namespace offprint
