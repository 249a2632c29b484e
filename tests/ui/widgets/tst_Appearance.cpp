#include <QtTest>
#include <QtWidgets>

#include "exporters/theme/Contrast.h"
#include "tests/support/Fixture.h"
#include "ui/widgets/Appearance.h"
#include "ui/widgets/TokenTable.h"

using namespace offprint;
using namespace Qt::StringLiterals;

class TestAppearance : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() {
    auto made = Appearance::create(test::resources());
    QVERIFY2(made.has_value(), made ? "" : qPrintable(made.error().located()));
    look_ = std::move(*made);
    look_->apply();
  }
  void cleanupTestCase() { look_.reset(); }

  // The table of section 24: every pair in both appearances.
  void contrast_data() {
    QTest::addColumn<Token>("ink");
    QTest::addColumn<Token>("ground");
    QTest::addColumn<double>("needed");
    const auto row = [](Token ink, Token ground, double needed) {
      QTest::addRow("%d on %d", static_cast<int>(ink), static_cast<int>(ground)) << ink << ground << needed;
    };
    using enum Token;
    for (Token ground : {SurfaceEditor, SurfaceSidebar, AccentTint, TextSelect, DiffAddBg, DiffAddWord,
                         DiffDelBg, DiffDelWord}) {
      row(TextPrimary, ground, 7);
    }
    for (Token ground : {SurfaceEditor, SurfaceList, SurfaceSidebar, AccentTint})
      row(TextSecondary, ground, 4.5);
    for (Token ground : {SurfaceEditor, SurfaceList, SurfaceSidebar, SurfaceWindow})
      row(TextTertiary, ground, 4.5);
    for (Token ground : {SurfaceEditor, SurfaceSidebar, AccentTint})
      row(Accent, ground, 4.5);
    for (Token ground : {AccentFill, AccentFillHover})
      row(TextOnAccent, ground, 4.5);
    for (Token ink : {StDraft, StChanged, StPublished, StScheduled, StDanger})
      row(ink, SurfaceList, 4.5);
    row(StChanged, TintChanged, 4.5);
    row(StPublished, TintPublished, 4.5);
    row(StScheduled, TintScheduled, 4.5);
    row(StDanger, TintDanger, 4.5);
    row(SynMarker, SurfaceEditor, 3);
    row(SynHeading, SurfaceEditor, 7);
    for (Token ink : {SynLink, SynCite, SynMath, SynBlock})
      row(ink, SurfaceEditor, 4.5);
    row(SynCode, CodeBg, 4.5);
    for (Token ground : {SurfaceField, SurfaceWindow, SurfaceEditor, SurfaceList})
      row(LineField, ground, 3);
  }
  void contrast() {
    QFETCH(Token, ink);
    QFETCH(Token, ground);
    QFETCH(double, needed);
    for (Appearance::Mode mode : {Appearance::Mode::Light, Appearance::Mode::Dark}) {
      for (bool more : {false, true}) {
        look_->setMode(mode);
        look_->setIncreasedContrast(more);
        // Ratios are told to one decimal in the table.
        const double ratio = offprint::contrast(*parseColor(look_->color(ink).name()),
                                                *parseColor(look_->color(ground).name()));
        QVERIFY2(ratio >= needed - 0.05, qPrintable(u"%1"_s.arg(ratio)));
      }
    }
    look_->setIncreasedContrast(false);
  }

  void everyAppearanceIsWhole() {
    for (int i = 0; i < tokenCount; ++i) {
      for (Appearance::Mode mode : {Appearance::Mode::Light, Appearance::Mode::Dark}) {
        look_->setMode(mode);
        QVERIFY2(look_->color(static_cast<Token>(i)).isValid(), qPrintable(QString::number(i)));
      }
    }
  }

  void aMissingOrWrongTokenIsNamed() {
    const QString file = test::resources().path(u"appearance/tokens.json"_s);
    QByteArray json = test::slurp(file);
    QVERIFY(TokenTable::fromJson(json, file).has_value());
    auto broken =
        TokenTable::fromJson(QByteArray(json).replace("\"accent-tint\"", "\"accent-tinted\""), file);
    QVERIFY(!broken);
    QCOMPARE(broken.error().code, ErrorCode::InvalidInput);
    QVERIFY(broken.error().message.contains(u"accent-tint"_s));
    auto cut = TokenTable::fromJson(json.left(json.size() / 2), file);
    QVERIFY(!cut);
    QVERIFY(cut.error().line > 1);
    QCOMPARE(cut.error().file, file);
  }

  void changesAreToldOnce() {
    look_->setMode(Appearance::Mode::Light);
    QSignalSpy changes(look_.get(), &Appearance::changed);
    look_->setMode(Appearance::Mode::Dark);
    QCOMPARE(changes.count(), 1);
    look_->setMode(Appearance::Mode::Dark);
    QCOMPARE(changes.count(), 1);
    QVERIFY(look_->dark());
    QCOMPARE(QApplication::palette().color(QPalette::Window), look_->color(Token::SurfaceWindow));
  }

  void sizesFollowTheTextScale() {
    const qreal base = look_->textScale();
    const int before = QFontMetrics(look_->font(Appearance::Face::Interface, 13)).height();
    look_->setTextScale(2);
    QCOMPARE(look_->textScale(), base * 2);
    QCOMPARE(look_->ipx(48), qRound(96 * base));
    QVERIFY(QFontMetrics(look_->font(Appearance::Face::Interface, 13)).height() > before * 3 / 2);
    look_->setTextScale(9);
    QCOMPARE(look_->textScale(), base * 2);
    look_->setTextScale(1);
  }

  void ownFontsAreUsed_data() {
    QTest::addColumn<Appearance::Face>("face");
    QTest::addColumn<int>("weight");
    QTest::addColumn<QString>("family");
    for (int weight : {400, 600}) {
      QTest::addRow("writing %d", weight) << Appearance::Face::Writing << weight << u"Literata"_s;
      QTest::addRow("mono %d", weight) << Appearance::Face::Mono << weight << u"JetBrains Mono"_s;
    }
  }
  void ownFontsAreUsed() {
    QFETCH(Appearance::Face, face);
    QFETCH(int, weight);
    const QRawFont raw = QRawFont::fromFont(look_->font(face, 13.5, weight));
    QTEST(raw.familyName().section(u' ', 0, face == Appearance::Face::Mono ? 1 : 0), "family");
    QCOMPARE(raw.weight(), weight);
    // Qt 6.4 rounds to device pixels.
    QVERIFY(std::abs(raw.pixelSize() - 13.5 * look_->textScale()) <= 0.5);
  }

  /// "->" and "!=" of code are the characters that were typed, not one sign.
  void codeHasNoLigatures() {
    const QFont font = look_->font(Appearance::Face::Mono, 13.5);
    const QRawFont raw = QRawFont::fromFont(font);
    const QString text = u"-> => != === ///"_s;
    QTextLayout layout(text, font);
    layout.beginLayout();
    layout.createLine();
    layout.endLayout();
    QList<quint32> glyphs;
    for (const QGlyphRun& run : layout.glyphRuns())
      glyphs += run.glyphIndexes();
    QList<quint32> typed;
    for (const QChar character : text)
      typed += raw.glyphIndexesForString(character);
    QCOMPARE(glyphs, typed);
  }

  void iconsTakeTheirColourWhenPainted() {
    look_->setMode(Appearance::Mode::Light);
    const QIcon icon = look_->icon(u"menu"_s, Token::Accent);
    const auto ink = [&] {
      const QImage picture = icon.pixmap(48, 48).toImage();
      return picture.pixelColor(24, 24);
    };
    QCOMPARE(ink(), look_->color(Token::Accent));
    look_->setMode(Appearance::Mode::Dark);
    QCOMPARE(ink(), look_->color(Token::Accent));
    QVERIFY(look_->icon(u"no such icon"_s).isNull());
  }

  void surfacesFollowAChangeOfAppearance() {
    QFrame bar;
    bar.setObjectName(u"toolbar"_s);
    auto* column = new QVBoxLayout(&bar);
    column->setContentsMargins(10, 10, 10, 10);
    auto* text = new QTextEdit(&bar);
    column->addWidget(text);
    // A field may be called like a surface without becoming one.
    auto* field = new QLineEdit(&bar);
    field->setObjectName(u"place"_s);
    column->addWidget(field);
    bar.resize(200, 160);
    bar.show();
    for (const Appearance::Mode mode :
         {Appearance::Mode::Light, Appearance::Mode::Dark, Appearance::Mode::Light}) {
      look_->setMode(mode);
      const QImage shown = bar.grab().toImage();
      QCOMPARE(shown.pixelColor(4, 4), look_->color(Token::SurfaceEditor));
      QCOMPARE(shown.pixelColor(4, 159), look_->color(Token::LineHair));
      // Scroll areas have no palette of their own that the change would not reach.
      QVERIFY(!text->viewport()->testAttribute(Qt::WA_SetPalette));
    }
    QVERIFY(!field->testAttribute(Qt::WA_StyledBackground));
  }

  void controlsKeepTheirHeights() {
    QPushButton button(u"Export"_s);
    QLineEdit field;
    QSpinBox number;
    number.setMinimumHeight(look_->ipx(28));
    QCOMPARE(button.sizeHint().height(), look_->ipx(30));
    QPushButton small(u"Export"_s);
    small.setProperty("small", true);
    QCOMPARE(small.sizeHint().height(), look_->ipx(26));
    QCOMPARE(field.sizeHint().height(), look_->ipx(28));
    QCOMPARE(number.minimumHeight(), look_->ipx(28));
  }

 private:
  std::unique_ptr<Appearance> look_;
};

QTEST_MAIN(TestAppearance)
#include "tst_Appearance.moc"
