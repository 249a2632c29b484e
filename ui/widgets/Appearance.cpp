#include "ui/widgets/Appearance.h"

#include <algorithm>
#include <cmath>
#include <QApplication>
#include <QDir>
#include <QFontDatabase>
#include <QFontInfo>
#include <QPointer>
#include <QScreen>

#include "app/core/FileOps.h"
#include "app/core/MessageLog.h"
#include "app/core/Text.h"
#include "ui/widgets/IconEngine.h"
#include "ui/widgets/OffprintStyle.h"
#include "ui/widgets/SystemScheme.h"
#include "ui/widgets/TokenTable.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// What icons need at the moment of painting; outlives an Appearance that its icons may outlive.
struct Look {
  TokenTable tokens;
  bool dark = false;
  bool contrast = false;
  QColor color(Token token) const { return tokens.color(token, dark, contrast); }
};

QString familyOr(const QStringList& wanted) {
  const QStringList present = QFontDatabase::families();
  for (const QString& family : wanted) {
    if (present.contains(family)) return family;
  }
  return wanted.last();
}

QPalette paletteOf(const Look& look) {
  QPalette palette;
  const auto set = [&](QPalette::ColorRole role, Token token, Token disabled) {
    palette.setColor(QPalette::All, role, look.color(token));
    palette.setColor(QPalette::Disabled, role, look.color(disabled));
  };
  const auto same = [&](QPalette::ColorRole role, Token token) { set(role, token, token); };
  same(QPalette::Window, Token::SurfaceWindow);
  same(QPalette::Base, Token::SurfaceField);
  same(QPalette::AlternateBase, Token::SurfaceList);
  same(QPalette::Button, Token::SurfaceRaised);
  same(QPalette::ToolTipBase, Token::SurfaceRaised);
  same(QPalette::ToolTipText, Token::TextPrimary);
  set(QPalette::WindowText, Token::TextPrimary, Token::TextTertiary);
  set(QPalette::Text, Token::TextPrimary, Token::TextTertiary);
  set(QPalette::ButtonText, Token::TextPrimary, Token::TextTertiary);
  same(QPalette::PlaceholderText, Token::TextTertiary);
  same(QPalette::BrightText, Token::TextOnAccent);
  same(QPalette::Highlight, Token::TextSelect);
  same(QPalette::HighlightedText, Token::TextPrimary);
  same(QPalette::Link, Token::Accent);
  same(QPalette::LinkVisited, Token::Accent);
  same(QPalette::Light, Token::SurfaceRaised);
  same(QPalette::Midlight, Token::SurfaceHover);
  same(QPalette::Mid, Token::LineStrong);
  same(QPalette::Dark, Token::LineField);
  same(QPalette::Shadow, Token::LineField);
  return palette;
}

/// Lines of an icon keep their weight in pixels: 1.75 at 16, 2.1 at 12, 1.6 at 20 (section 24).
QByteArray strokeFor(qreal pixels) {
  return pixels <= 13 ? "2.1" : pixels >= 19 ? "1.6" : "1.75";
}

}  // namespace

struct Appearance::Private {
  std::shared_ptr<Look> look = std::make_shared<Look>();
  QHash<QString, QByteArray> icons;
  Mode mode = Mode::System;
  bool contrastWanted = false;
  qreal systemScale = 1;
  qreal textScale = 1;
  QString interfaceFamily;
  QString writingFamily;
  QString monoFamily;
  SystemScheme* system = nullptr;
  bool applied = false;

  bool wantsDark() const { return mode == Mode::System ? system->dark() : mode == Mode::Dark; }
  bool wantsContrast() const { return contrastWanted || system->highContrast(); }
};

Appearance::Appearance(std::unique_ptr<Private> d) : d_(std::move(d)) {}
Appearance::~Appearance() = default;

Result<std::unique_ptr<Appearance>> Appearance::create(const Resources& resources) {
  auto d = std::make_unique<Private>();
  const QString tokensFile = resources.path(u"appearance/tokens.json"_s);
  auto tokens = files::read(tokensFile);
  if (!tokens) return tokens.error();
  auto table = TokenTable::fromJson(*tokens, tokensFile);
  if (!table) return table.error();
  d->look->tokens = std::move(*table);
  const QDir fonts(resources.path(u"appearance/fonts"_s));
  for (const QString& name : fonts.entryList({u"*.ttf"_s}, QDir::Files)) {
    auto bytes = files::read(fonts.filePath(name));
    if (!bytes) return bytes.error();
    if (QFontDatabase::addApplicationFontFromData(*bytes) < 0)
      qCWarning(ownMessages, "The font %s cannot be used.", qUtf8Printable(name));
  }
  const QDir icons(resources.path(u"icons"_s));
  for (const QString& name : icons.entryList({u"*.svg"_s}, QDir::Files)) {
    auto bytes = files::read(icons.filePath(name));
    if (!bytes) return bytes.error();
    d->icons.insert(name.chopped(4), *bytes);
  }

  // The system's font and size where a desktop sets them; a bare X server's DejaVu or "Sans Serif" gives way
  // to Inter (section 24).
  const QFont systemFont = QApplication::font();
  const QString named = systemFont.family();
  const bool unset = named.startsWith(u"DejaVu"_s) || named.startsWith(u"Sans"_s) || named.isEmpty();
  d->interfaceFamily = unset ? familyOr({u"Inter"_s, u"Noto Sans"_s, u"sans-serif"_s}) : named;
  d->systemScale = unset || systemFont.pointSizeF() <= 0 ? 1 : systemFont.pointSizeF() / 10;
  d->writingFamily = familyOr({u"Literata"_s, u"Source Serif 4"_s, u"serif"_s});
  d->monoFamily = familyOr({u"JetBrains Mono"_s, u"monospace"_s});

  const bool paletteDark = QApplication::palette().color(QPalette::Window).lightness() < 128;
  std::unique_ptr<Appearance> appearance(new Appearance(std::move(d)));
  Appearance* self = appearance.get();
  self->d_->system = new SystemScheme(paletteDark, self);
  self->refresh();
  connect(self->d_->system, &SystemScheme::changed, self, &Appearance::refresh);
  return appearance;
}

Appearance::Mode Appearance::mode() const {
  return d_->mode;
}

void Appearance::setMode(Mode mode) {
  d_->mode = mode;
  refresh();
}

bool Appearance::dark() const {
  return d_->look->dark;
}

bool Appearance::increasedContrast() const {
  return d_->look->contrast;
}

void Appearance::setIncreasedContrast(bool wanted) {
  d_->contrastWanted = wanted;
  refresh();
}

QColor Appearance::color(Token token) const {
  return d_->look->color(token);
}

qreal Appearance::px(qreal value) const {
  return std::round(value * textScale() * 2) / 2;
}

int Appearance::ipx(qreal value) const {
  return static_cast<int>(std::lround(value * textScale()));
}

qreal Appearance::textScale() const {
  return d_->systemScale * d_->textScale;
}

void Appearance::setTextScale(qreal scale) {
  const qreal bounded = std::clamp(scale, 0.8, 2.0);
  if (qFuzzyCompare(bounded, d_->textScale)) return;
  d_->textScale = bounded;
  if (d_->applied) apply();
  Q_EMIT changed();
}

QFont Appearance::font(Face face, qreal pixels, int weight, bool italic) const {
  const QString& family = face == Face::Interface ? d_->interfaceFamily
                          : face == Face::Writing ? d_->writingFamily
                                                  : d_->monoFamily;
  QFont font(family);
  // QFont takes whole pixels only; points take fractions.
  const QScreen* screen = QGuiApplication::primaryScreen();
  const qreal dotsPerInch = screen ? screen->logicalDotsPerInch() : 96;
  font.setPointSizeF(pixels * textScale() * 72 / dotsPerInch);
  font.setWeight(static_cast<QFont::Weight>(weight));
  font.setItalic(italic);
  font.setStyleHint(face == Face::Mono      ? QFont::Monospace
                    : face == Face::Writing ? QFont::Serif
                                            : QFont::SansSerif);
  font.setHintingPreference(QFont::PreferNoHinting);
  // JetBrains Mono draws "->" and "!=" as one sign each; code shows what is typed. Its signs are contextual
  // alternates, which letter spacing does not turn off and Qt has no switch for before 6.7. Scripts that
  // cannot be written without shaping are shaped all the same.
  if (face == Face::Mono)
    font.setStyleStrategy(static_cast<QFont::StyleStrategy>(QFont::PreferDefault | QFont::PreferNoShaping));
  return font;
}

QIcon Appearance::icon(const QString& name, Token token, qreal pixels) const {
  const auto found = d_->icons.constFind(name);
  if (found == d_->icons.constEnd()) return {};
  QByteArray svg = *found;
  const QByteArray stroke = strokeFor(pixels);
  svg.replace("stroke-width=\"2\"", "stroke-width=\"" + stroke + "\"");
  const auto ink = [look = d_->look, token](QIcon::Mode mode) {
    return look->color(mode == QIcon::Disabled ? Token::LineStrong : token);
  };
  return QIcon(new IconEngine(svg, name + u'/' + QString::fromLatin1(stroke), ink));
}

bool Appearance::hasIcon(const QString& name) const {
  return d_->icons.contains(name);
}

void Appearance::refresh() {
  const bool dark = d_->wantsDark();
  const bool contrast = d_->wantsContrast();
  if (dark == d_->look->dark && contrast == d_->look->contrast) return;
  d_->look->dark = dark;
  d_->look->contrast = contrast;
  if (d_->applied) apply();
  Q_EMIT changed();
}

void Appearance::apply() {
  if (!d_->applied) QApplication::setStyle(new OffprintStyle(*this));
  d_->applied = true;
  QApplication::setPalette(paletteOf(*d_->look));
  QApplication::setFont(font(Face::Interface, 13));
}

}  // namespace offprint

#include "moc_Appearance.cpp"
