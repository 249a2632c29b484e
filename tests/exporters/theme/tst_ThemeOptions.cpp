#include <QJsonArray>
#include <QtTest>

#include "exporters/theme/Contrast.h"
#include "exporters/theme/Theme.h"
#include "exporters/theme/ThemeOptions.h"
#include "tests/support/Fixture.h"

using namespace Qt::StringLiterals;
using namespace offprint;

namespace {

QByteArray styleOf(const Theme& theme) {
  for (const Theme::Asset& asset : theme.assets())
    if (asset.path == u"assets/%1.css"_s.arg(theme.id())) return *asset.read();
  return {};
}

std::shared_ptr<const Theme> themed(const QString& id, const QJsonObject& values) {
  const auto theme = Theme::load(id, ThemeFolders{{}, test::resources().path(u"themes"_s), {}}, values);
  if (!theme) qFatal("%s", qPrintable(theme.error().located()));
  return *theme;
}

}  // namespace

class TestThemeOptions : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void contrastIsThatOfTheGuidelines() {
    QCOMPARE(contrast({0, 0, 0}, {255, 255, 255}), 21.0);
    QCOMPARE(contrast({10, 20, 30}, {10, 20, 30}), 1.0);
    // The pair that WebAIM and the W3C give as just too little and just enough on white.
    QVERIFY(contrast(*parseColor(u"#777"_s), {255, 255, 255}) < 4.5);
    QVERIFY(contrast(*parseColor(u"#767676"_s), {255, 255, 255}) >= 4.5);
    QVERIFY(!parseColor(u"red"_s));
    QVERIFY(!parseColor(u"#12345"_s));
    QCOMPARE(colorName(*parseColor(u" #AbC "_s)), u"#aabbcc"_s);
  }

  void theNearestColourThatCanBeRead() {
    const Rgb paper{253, 252, 249};
    const Rgb fine{194, 59, 52};
    QCOMPARE(nearestWithContrast(fine, paper, 4.5), fine);
    for (const Rgb& pale : {Rgb{255, 150, 141}, Rgb{255, 255, 0}, Rgb{253, 252, 249}}) {
      const Rgb darker = nearestWithContrast(pale, paper, 4.5);
      QVERIFY(contrast(darker, paper) >= 4.5);
      QVERIFY(contrast(darker, paper) < 4.7);  // nearest: no more than is needed
    }
    const Rgb night{20, 25, 39};
    const Rgb lighter = nearestWithContrast({80, 0, 0}, night, 4.5);
    QVERIFY(contrast(lighter, night) >= 4.5 && lighter.at(0) > 80);
    // No colour has so much on a middle grey: the end that has more.
    QCOMPARE(nearestWithContrast({128, 0, 0}, {119, 119, 119}, 7), (Rgb{0, 0, 0}));
  }

  void whatIsNotSetIsAsTheThemeHasIt() {
    for (const QString& id : {u"notebook"_s, u"platform"_s, u"ledger"_s}) {
      const auto theme = themed(id, {});
      QVERIFY(theme->findings().isEmpty());
      const QByteArray page = *theme->render(u"not-found"_s, {{u"lang"_s, u"en"_s}});
      QVERIFY(page.startsWith("<!doctype html>\n<html lang=\"en\">"));
      QVERIFY(page.contains("class=\"mode\""));
    }
    QCOMPARE(themed(u"notebook"_s, {})->fingerprint(), themed(u"notebook"_s, {})->fingerprint());
  }

  void anAccentIsInBothSchemes() {
    const auto theme = themed(u"notebook"_s, {{u"accent"_s, u"#0a6145"_s}});
    QVERIFY(theme->findings().isEmpty());
    const QByteArray style = styleOf(*theme);
    QVERIFY(style.contains("@media screen{:root{--accent:#0a6145;"));
    const qsizetype dark = style.indexOf(":root[data-theme=\"dark\"]{--accent:#", style.indexOf("#0a6145"));
    QVERIFY(dark > 0);  // made lighter until it can be read on the dark paper
    const auto lighter = parseColor(QString::fromUtf8(style.mid(style.indexOf('#', dark), 7)));
    QVERIFY(contrast(*lighter, *parseColor(u"#141927"_s)) >= 4.5);
    QVERIFY(theme->fingerprint() != themed(u"notebook"_s, {})->fingerprint());
  }

  void anAccentThatIsHardToReadIsSaidWithTheNearest() {
    const auto theme = themed(u"ledger"_s, {{u"accent"_s, u"#ffd400"_s}});
    QCOMPARE(theme->findings().size(), 1);
    const Finding finding = theme->findings().constFirst();
    QCOMPARE(finding.code, u"theme.contrast"_s);
    QVERIFY(finding.message.contains("#ffd400"_L1));
    const QString nearest = finding.message.section(u"can be read is "_s, 1).chopped(1);
    QVERIFY2(parseColor(nearest), qPrintable(finding.message));
    QVERIFY(themed(u"ledger"_s, {{u"accent"_s, nearest}})->findings().isEmpty());
    QVERIFY(styleOf(*theme).contains("--accent:#ffd400"));  // the author's word stands
  }

  void choicesAndSwitchesReachPages() {
    const auto theme = themed(u"platform"_s, {{u"measure"_s, u"wide"_s},
                                              {u"contents"_s, false},
                                              {u"lists"_s, u"short"_s},
                                              {u"scheme"_s, u"dark"_s}});
    QVERIFY(theme->findings().isEmpty());
    QVERIFY(styleOf(*theme).contains(":root{--measure:44rem}"));
    const QJsonObject view{{u"lang"_s, u"en"_s}, {u"toc"_s, QJsonArray{QJsonObject{{u"id"_s, u"a"_s}}}}};
    const QByteArray page = *theme->render(u"item"_s, view);
    QVERIFY2(page.contains("<html lang=\"en\" class=\"scheme-dark no-contents lists-short measure-wide\" "
                           "data-theme=\"dark\">"),
             page.left(200).constData());
    QVERIFY(!page.contains("page-contents"));
    QVERIFY(!page.contains("class=\"mode\""));
    QVERIFY(themed(u"platform"_s, {})->render(u"item"_s, view)->contains("page-contents"));
  }

  void whatCannotBeUsedIsSaid_data() {
    QTest::addColumn<QString>("option");
    QTest::addColumn<QJsonValue>("value");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("named");
    QTest::newRow("no option") << u"colour"_s << QJsonValue(1) << u"theme.option"_s << u"accent"_s;
    QTest::newRow("no choice") << u"measure"_s << QJsonValue(u"huge"_s) << u"theme.value"_s << u"narrow"_s;
    QTest::newRow("no switch") << u"contents"_s << QJsonValue(u"no"_s) << u"theme.value"_s << u"true"_s;
    QTest::newRow("no colour") << u"accent"_s << QJsonValue(u"red; } body {"_s) << u"theme.value"_s
                               << u"#c23b34"_s;
  }
  void whatCannotBeUsedIsSaid() {
    QFETCH(QString, option);
    QFETCH(QJsonValue, value);
    QFETCH(QString, code);
    QFETCH(QString, named);
    const auto theme = themed(u"notebook"_s, {{option, value}});
    QCOMPARE(theme->findings().size(), 1);
    QCOMPARE(theme->findings().constFirst().code, code);
    QVERIFY(theme->findings().constFirst().message.contains(named));
    QCOMPARE(styleOf(*theme), styleOf(*themed(u"notebook"_s, {})));
  }
};

QTEST_GUILESS_MAIN(TestThemeOptions)
#include "tst_ThemeOptions.moc"
