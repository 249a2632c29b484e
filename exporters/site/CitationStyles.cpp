#include "exporters/site/CitationStyles.h"

#include <algorithm>
#include <QDir>
#include <QXmlStreamReader>

#include "app/core/FileOps.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qint64 kLargestStyle = 4'000'000;

struct StyleInfo {
  QString title;
  QString parent;  ///< of a dependent style: the last part of the link to the style it stands for
};

Result<StyleInfo> readInfo(const QString& file, const QByteArray& xml) {
  StyleInfo info;
  QXmlStreamReader reader(xml);
  bool style = false;
  while (!reader.atEnd()) {
    reader.readNext();
    if (!reader.isStartElement()) continue;
    if (reader.name() == "style"_L1) style = true;
    if (reader.name() == "title"_L1 && info.title.isEmpty())
      info.title = reader.readElementText(QXmlStreamReader::SkipChildElements).simplified();
    if (reader.name() == "link"_L1 && reader.attributes().value("rel"_L1) == "independent-parent"_L1)
      info.parent = reader.attributes().value("href"_L1).toString().section(u'/', -1);
  }
  if (style && !reader.hasError()) return info;
  return makeError(ErrorCode::InvalidInput, say("This file is no citation style (CSL)."),
                   reader.errorString())
      .at(file, static_cast<int>(reader.lineNumber()));
}

QStringList folders(const QString& builtIn, const QString& own) {
  QStringList list;
  if (!own.isEmpty()) list << own;
  return list << builtIn + "/styles"_L1;
}

QString fileOf(const QString& id, const QString& builtIn, const QString& own) {
  if (id.contains(u'/') || id.startsWith(u'.')) return {};
  for (const QString& folder : folders(builtIn, own)) {
    const QString file = folder + u'/' + id + ".csl"_L1;
    if (QFileInfo(file).isFile()) return file;
  }
  return {};
}

}  // namespace

QList<CitationStyle> citationStyles(const QString& builtIn, const QString& own) {
  QList<CitationStyle> styles;
  QStringList seen;
  for (const QString& folder : folders(builtIn, own)) {
    for (const QFileInfo& entry : QDir(folder).entryInfoList({u"*.csl"_s}, QDir::Files, QDir::Name)) {
      const QString id = entry.completeBaseName();
      const auto xml = files::read(entry.filePath(), kLargestStyle);
      const auto info = xml ? readInfo(entry.filePath(), *xml) : Result<StyleInfo>(xml.error());
      if (!info || seen.contains(id)) continue;
      seen << id;
      styles << CitationStyle{id, info->title.isEmpty() ? id : info->title, entry.filePath()};
    }
  }
  std::sort(styles.begin(), styles.end(), [](const CitationStyle& a, const CitationStyle& b) {
    return a.title.localeAwareCompare(b.title) < 0;
  });
  return styles;
}

Result<QByteArray> citationStyle(const QString& id, const QString& builtIn, const QString& own) {
  const QString file = fileOf(id, builtIn, own);
  if (file.isEmpty()) {
    QStringList names;
    for (const CitationStyle& style : citationStyles(builtIn, own))
      names << style.id;
    return makeError(ErrorCode::NotFound,
                     say("There is no citation style “%1”. There are: %2. Choose another in the site "
                         "settings, or add the style's .csl file to the library's styles folder.")
                         .arg(id, names.join(u", "_s)));
  }
  auto xml = files::read(file, kLargestStyle);
  if (!xml) return xml.error();
  const auto info = readInfo(file, *xml);
  if (!info) return info.error();
  if (info->parent.isEmpty()) return xml;
  const QString parent = fileOf(info->parent, builtIn, own);
  if (parent.isEmpty() || parent == file)
    return makeError(ErrorCode::NotFound,
                     say("The citation style “%1” only stands for “%2”, which is not here. Add the file "
                         "%2.csl to the library's styles folder.")
                         .arg(id, info->parent));
  return files::read(parent, kLargestStyle);
}

QString citationLocaleFile(const QString& locale, const QString& builtIn) {
  return builtIn + "/locales/locales-"_L1 + locale + ".xml"_L1;
}

QString citationLocale(const QString& language, const QString& builtIn) {
  // CSL specification, "Locale fallback": the primary dialect of a language.
  static const QHash<QString, QString> primary = {
      {u"af"_s, u"af-ZA"_s}, {u"bg"_s, u"bg-BG"_s}, {u"ca"_s, u"ca-AD"_s}, {u"cs"_s, u"cs-CZ"_s},
      {u"da"_s, u"da-DK"_s}, {u"de"_s, u"de-DE"_s}, {u"el"_s, u"el-GR"_s}, {u"en"_s, u"en-US"_s},
      {u"es"_s, u"es-ES"_s}, {u"et"_s, u"et-EE"_s}, {u"fa"_s, u"fa-IR"_s}, {u"fi"_s, u"fi-FI"_s},
      {u"fr"_s, u"fr-FR"_s}, {u"he"_s, u"he-IL"_s}, {u"hr"_s, u"hr-HR"_s}, {u"hu"_s, u"hu-HU"_s},
      {u"is"_s, u"is-IS"_s}, {u"it"_s, u"it-IT"_s}, {u"ja"_s, u"ja-JP"_s}, {u"km"_s, u"km-KH"_s},
      {u"ko"_s, u"ko-KR"_s}, {u"lt"_s, u"lt-LT"_s}, {u"lv"_s, u"lv-LV"_s}, {u"mn"_s, u"mn-MN"_s},
      {u"nb"_s, u"nb-NO"_s}, {u"nl"_s, u"nl-NL"_s}, {u"nn"_s, u"nn-NO"_s}, {u"no"_s, u"nb-NO"_s},
      {u"pl"_s, u"pl-PL"_s}, {u"pt"_s, u"pt-PT"_s}, {u"ro"_s, u"ro-RO"_s}, {u"ru"_s, u"ru-RU"_s},
      {u"sk"_s, u"sk-SK"_s}, {u"sl"_s, u"sl-SI"_s}, {u"sr"_s, u"sr-RS"_s}, {u"sv"_s, u"sv-SE"_s},
      {u"th"_s, u"th-TH"_s}, {u"tr"_s, u"tr-TR"_s}, {u"uk"_s, u"uk-UA"_s}, {u"vi"_s, u"vi-VN"_s},
      {u"zh"_s, u"zh-CN"_s}, {u"cy"_s, u"cy-GB"_s}, {u"hi"_s, u"hi-IN"_s}, {u"id"_s, u"id-ID"_s}};
  const auto exists = [&](const QString& tag) {
    return !tag.contains(u'/') && QFileInfo::exists(citationLocaleFile(tag, builtIn));
  };
  const QString base = language.section(u'-', 0, 0).toLower();
  const QString whole = language.contains(u'-') ? base + u'-' + language.section(u'-', 1, 1).toUpper() : base;
  for (const QString& tag : {whole, primary.value(base), base})
    if (!tag.isEmpty() && exists(tag)) return tag;
  return u"en-US"_s;
}

}  // namespace offprint
