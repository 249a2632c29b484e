#include "exporters/publish/PublicPages.h"

#include <algorithm>
#include <QUrl>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "exporters/lookup/HttpFetch.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Pages first; a page of an item says more than a list.
QStringList chosen(const QStringList& paths, int most) {
  QStringList pages = paths;
  std::stable_sort(pages.begin(), pages.end(), [](const QString& a, const QString& b) {
    const auto rank = [](const QString& path) { return path.endsWith("/index.html"_L1) ? 0 : 1; };
    return rank(a) < rank(b);
  });
  return pages.mid(0, most);
}

/// Empty when the answer is the file.
QString difference(const HttpAnswer& answer, const DeployedFile& file) {
  if (answer.status != 200) return say("It answered %1 instead of the page.").arg(answer.status);
  return files::sha256(answer.body).toLatin1() == file.sha256
             ? QString()
             : say("It still shows another state of the page.");
}

}  // namespace

QString publicAddress(const QString& url, const QString& path) {
  QString address = url.endsWith(u'/') ? url : url + u'/';
  QString shown = path;
  if (shown == "index.html"_L1 || shown.endsWith("/index.html"_L1)) shown.chop(10);
  return address + QString::fromLatin1(QUrl::toPercentEncoding(shown, "/"));
}

Result<PublicPages> lookAtPublicPages(const QString& url, const QStringList& paths,
                                      const DeployedFiles& online, int most, const Task& task) {
  const QUrl base(url);
  if (!base.isValid() || base.host().isEmpty() || !base.scheme().startsWith("http"_L1))
    return makeError(ErrorCode::InvalidInput,
                     say("The public address is no web address, so the published pages were not looked at."))
        .at(url);
  HttpFetch fetch;
  PublicPages pages;
  for (const QString& path : chosen(paths, most)) {
    const auto file = online.constFind(path);
    if (file == online.cend()) continue;
    OFFPRINT_TRY(task.check());
    task.report(say("Looking at the public pages"), pages.asked, most);
    const QString address = publicAddress(url, path);
    const auto answer = fetch.get(QUrl(address), "*/*", task);
    if (!answer) return answer.error();
    ++pages.asked;
    const QString wrong = difference(*answer, *file);
    if (wrong.isEmpty()) {
      ++pages.same;
    } else if (pages.first.isEmpty()) {
      pages.first = address;
      pages.why = wrong;
    }
  }
  return pages;
}

}  // namespace offprint
