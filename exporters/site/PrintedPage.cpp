#include "exporters/site/PrintedPage.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QUrl>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "exporters/images/PublishedImage.h"
#include "exporters/site/SitePictures.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Paper waits for its faces and pictures, and nothing on it runs.
QByteArray forPaper(const QString& path, const QByteArray& content) {
  QString text = QString::fromUtf8(content);
  if (path.endsWith(".css"_L1)) {
    static const QRegularExpression patience(u"font-display:\\s*(optional|swap|fallback|auto)"_s);
    text.replace(patience, u"font-display: block"_s);
  } else {
    static const QRegularExpression script(
        u"<script\\b.*?</script\\s*>"_s,
        QRegularExpression::DotMatchesEverythingOption | QRegularExpression::CaseInsensitiveOption);
    text.remove(script).remove(" loading=\"lazy\""_L1);
  }
  return text.toUtf8();
}

/// Links of a page lead to the site's address: paper lies elsewhere. Without an address they are words.
QByteArray withLinksHome(const SiteMap& map, const QString& path, const QByteArray& html) {
  static const QRegularExpression anchor(u"(<a\\b[^>]*?) href=\"([^\"]*)\""_s);
  const QString text = QString::fromUtf8(html);
  QString out;
  qsizetype at = 0;
  for (auto matches = anchor.globalMatch(text); matches.hasNext();) {
    const QRegularExpressionMatch match = matches.next();
    QString href = match.captured(2);
    const QUrl url(QString(href).replace("&amp;"_L1, "&"_L1));
    if (!url.scheme().isEmpty() || href.startsWith(u'#')) continue;
    const QUrl there = QUrl(u"x:/"_s + path).resolved(url);
    const PageEntry* page = map.pageAt(there.path());
    href = map.absolute(page ? page->address : there.path());
    if (!href.isEmpty() && there.hasFragment()) href += u'#' + there.fragment(QUrl::FullyEncoded);
    out += text.sliced(at, match.capturedStart() - at) + match.captured(1);
    if (!href.isEmpty()) out += u" href=\"%1\""_s.arg(href.toHtmlEscaped());
    at = match.capturedEnd();
  }
  return (out + text.sliced(at)).toUtf8();
}

/// A site of one page.
class PaperSite {
 public:
  PaperSite(const PageComposer& composer, const Task& task) : composer_(composer), task_(task) {}

  Result<void> layOut(const RenderedPage& page) {
    if (!folder_.isValid()) return makeError(ErrorCode::Io, folder_.errorString()).at(folder_.path());
    const QByteArray html = withLinksHome(composer_.map(), page.path, page.html);
    OFFPRINT_TRY(write(page.path, forPaper(page.path, html)));
    for (const Theme::Asset& asset : composer_.theme().assets())
      OFFPRINT_TRY(take(asset.path, asset.read()));
    const SiteSnapshot& snapshot = composer_.map().snapshot();
    for (const QString& path : page.media) {
      if (!snapshot.media.contains(path)) continue;
      const MediaFile file = snapshot.media.value(path);
      OFFPRINT_TRY(takeMedium(path));
      const auto image = snapshot.published(file);
      if (!image || image->error) continue;
      for (const ImageFile& derived : image->derived())
        OFFPRINT_TRY(takeMedium(derivedPath(path, file.sha256, derived)));
    }
    return {};
  }

  QString folder() const { return QFileInfo(folder_.path()).canonicalFilePath(); }

 private:
  Result<void> takeMedium(const QString& path) {
    const auto source = mediaSource(composer_.map().snapshot(), path);
    return source ? take(path, files::read(source->file)) : Result<void>();
  }
  Result<void> take(const QString& path, const Result<QByteArray>& content) {
    OFFPRINT_TRY(task_.check());
    if (!content) return content.error();
    return write(path, path.endsWith(".css"_L1) ? forPaper(path, *content) : *content);
  }
  Result<void> write(const QString& path, const QByteArray& content) {
    const QString file = folder_.filePath(path);
    OFFPRINT_TRY(files::makeFolder(QFileInfo(file).path()));
    return files::replace(file, content, file + u".part"_s);
  }

  const PageComposer& composer_;
  const Task& task_;
  QTemporaryDir folder_;
};

Error notMade(const PageComposer& composer, const Error& cause) {
  if (cause.code == ErrorCode::Cancelled) return cause;
  QString why = cause.located();
  if (!why.endsWith(u'.')) why += u'.';
  return makeError(
      cause.code,
      say("The PDF of the CV was not made: %1 Everything else is as it should be. See that memory and the "
          "disk are not full and that Offprint is installed whole, then export again; or switch the CV's "
          "files off in the settings of “%2”.")
          .arg(why, composer.map().snapshot().site.title));
}

}  // namespace

QByteArray withMoment(QByteArray pdf, const QDateTime& changed) {
  const QByteArray moment = changed.toUTC().toString(u"yyyyMMddHHmmss"_s).toLatin1();
  for (const QByteArrayView key : {"/CreationDate (D:", "/ModDate (D:"}) {
    const qsizetype at = pdf.indexOf(key);
    if (at < 0 || moment.isEmpty()) continue;
    const qsizetype digits = at + key.size();
    pdf.replace(digits, moment.size(), moment);
  }
  return pdf;
}

Result<QByteArray> printedPage(const PageComposer& composer, const RenderedPage& page,
                               const QDateTime& changed, const Task& task) {
  if (!composer.typesetter())
    return notMade(composer, makeError(ErrorCode::Unsupported, say("there is no web engine to print it")));
  PaperSite site(composer, task);
  if (const auto laid = site.layOut(page); !laid) return notMade(composer, laid.error());
  const auto pdf = composer.typesetter()->print(site.folder() + u'/' + page.path, site.folder(), task);
  if (!pdf) return notMade(composer, pdf.error());
  return withMoment(*pdf, changed);
}

}  // namespace offprint
