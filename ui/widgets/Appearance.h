#pragma once
#include <memory>
#include <QColor>
#include <QFont>
#include <QIcon>
#include <QObject>

#include "app/core/Resources.h"
#include "app/core/Result.h"

namespace offprint {

/// Colours of resources/appearance/tokens.json by name; nothing else in ui/ may spell a colour (gate: colour
/// literals).
enum class Token {
  SurfaceWindow,
  SurfaceSidebar,
  SurfaceList,
  SurfaceEditor,
  SurfaceRaised,
  SurfaceSunken,
  SurfaceField,
  SurfaceHover,
  SurfaceTitlebar,
  LineHair,
  LineField,
  LineStrong,
  TextPrimary,
  TextSecondary,
  TextTertiary,
  TextOnAccent,
  Accent,
  AccentFill,
  AccentFillHover,
  AccentTint,
  SelectIdle,
  TextSelect,
  StDraft,
  StChanged,
  StPublished,
  StScheduled,
  StDanger,
  TintChanged,
  TintPublished,
  TintScheduled,
  TintDanger,
  SynMarker,
  SynHeading,
  SynLink,
  SynCite,
  SynMath,
  SynCode,
  SynBlock,
  CodeBg,
  DiffAddBg,
  DiffAddWord,
  DiffDelBg,
  DiffDelWord,
  Scrim,        ///< over the window, under a sheet or slide-over
  Shadow,       ///< under what floats
  Segment,      ///< ground of a segmented control
  SegmentOn,    ///< its chosen part
  SegmentEdge,  ///< the edge of the chosen part
  Knob,         ///< of switches, sliders, ticks
};

/// Light, dark or as the system; the tokens, sizes, fonts and icons that follow from it. One per application,
/// handed to every widget by reference. GUI thread. On Qt 6.4 there is no QStyleHints::colorScheme: the
/// portal's Settings are read and watched, else the palette's lightness decides (app.md section 23).
class Appearance : public QObject {
  Q_OBJECT
 public:
  enum class Mode { System, Light, Dark };
  enum class Face { Interface, Writing, Mono };

  /// Reads tokens, fonts and icons: some 150 files of the program's own, before there is a window that could
  /// wait, and what it paints first. Errors: NotFound, InvalidInput (names the token).
  static Result<std::unique_ptr<Appearance>> create(const Resources& resources);
  ~Appearance() override;

  Mode mode() const;
  void setMode(Mode mode);  ///< emits changed() when the look changes
  bool dark() const;
  /// More contrast than usual (section 22): the preference, or the portal's wish.
  bool increasedContrast() const;
  void setIncreasedContrast(bool wanted);
  QColor color(Token token) const;
  /// Logical pixels at the text scale (system font size / 10 pt × interface text size), to half a pixel.
  qreal px(qreal value) const;
  int ipx(qreal value) const;
  qreal textScale() const;
  void setTextScale(qreal scale);  ///< 0.8 to 2.0
  /// `pixels` before the text scale.
  QFont font(Face face, qreal pixels, int weight = QFont::Normal, bool italic = false) const;
  /// A lucide icon in a token's colour, crisp at every device pixel ratio; it follows a change of appearance
  /// by itself. Logical `pixels` before the text scale choose the weight of the line. An unknown name gives
  /// an empty icon.
  QIcon icon(const QString& name, Token token = Token::TextSecondary, qreal pixels = 16) const;
  bool hasIcon(const QString& name) const;
  /// Installs OffprintStyle, palette and font on the application; kept in step afterwards.
  void apply();

 Q_SIGNALS:
  void changed();

 private:
  struct Private;
  explicit Appearance(std::unique_ptr<Private> d);
  void refresh();
  std::unique_ptr<Private> d_;
};

}  // namespace offprint
