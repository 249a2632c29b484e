#pragma once
#include <QFile>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QtTest>
#include <QWebEngineProfile>

#include "tests/support/Fixture.h"
#include "ui/preview/PageView.h"
#include "ui/preview/SiteScheme.h"

namespace offprint::test {

inline QString webText(const QString& name) {
  return QString::fromUtf8(slurp(resources().path(QStringLiteral("web/") + name)));
}

inline QString previewScripts() {
  QFile channel(QStringLiteral(":/qtwebchannel/qwebchannel.js"));
  if (!channel.open(QIODevice::ReadOnly)) qFatal("no qwebchannel.js");
  return QString::fromUtf8(channel.readAll()) + webText(QStringLiteral("morphdom.js")) +
         webText(QStringLiteral("preview.js"));
}

/// A page of given chrome and blocks at one address.
inline std::shared_ptr<const RenderedPage> pageOf(const QByteArray& head, const QList<QByteArray>& blocks,
                                                  const QByteArray& tail) {
  auto page = std::make_shared<RenderedPage>();
  page->path = QStringLiteral("articles/one/index.html");
  page->html = head;
  page->bodyStart = head.size();
  int line = 1;
  for (const QByteArray& html : blocks) {
    page->html += html;
    page->blocks.append({html, line, line + 1, qHash(html)});
    line += 3;
  }
  page->bodyEnd = page->html.size();
  page->html += tail;
  return page;
}

/// A web engine with our scheme, and views on it.
class Engine {
 public:
  Engine() : profile_(PageView::lockedProfile(webText(QStringLiteral("preview-guard.js")))), scheme_(pool_) {
    profile_->setUrlRequestInterceptor(&network_);
    profile_->installUrlSchemeHandler("offprint", &scheme_);
  }
  ~Engine() {
    pool_.waitForDone();
    QCoreApplication::sendPostedEvents();
  }
  std::unique_ptr<PageView> view() {
    auto view = std::make_unique<PageView>(*profile_, previewScripts());
    view->resize(800, 600);
    view->show();
    return view;
  }
  void load(PageView& view, const std::shared_ptr<const RenderedPage>& page) {
    scheme_.setPage(page->path, page->html);
    QSignalSpy painted(&view, &PageView::painted);
    view.load(page, Qt::darkCyan, false);
    QVERIFY(painted.count() > 0 || painted.wait(20000));
  }
  void patch(PageView& view, const std::shared_ptr<const RenderedPage>& next) {
    bool done = false;
    view.patch(next, [&] { done = true; });
    QTRY_VERIFY_WITH_TIMEOUT(done, 20000);
  }
  static QVariant ask(PageView& view, const QString& script) {
    std::optional<QVariant> answer;
    view.ask(script, [&](const QVariant& value) { answer = value; });
    if (!QTest::qWaitFor([&] { return answer.has_value(); }, 20000)) return {};
    return *answer;
  }
  /// The page as a tree. The order of attributes, which means nothing, is that of their names.
  static QString tree(PageView& view) {
    return ask(view,
               QStringLiteral("(() => { const tree = document.documentElement.cloneNode(true);"
                              "for (const e of [tree, ...tree.querySelectorAll('*')]) {"
                              "  const all = [...e.attributes].sort((a, b) => a.name < b.name ? -1 : 1);"
                              "  all.forEach((a) => e.removeAttributeNode(a)); all.forEach((a) => "
                              "e.setAttributeNode(a)); }"
                              "return tree.outerHTML })()"))
        .toString();
  }

  SiteScheme& scheme() { return scheme_; }
  OnlyOurScheme& network() { return network_; }

 private:
  QThreadPool pool_;
  OnlyOurScheme network_;
  std::unique_ptr<QWebEngineProfile> profile_;
  SiteScheme scheme_;
};

}  // namespace offprint::test

/// Qt Test's main with the scheme registered before the application exists.
#define OFFPRINT_PAGE_TEST_MAIN(TestClass)  \
  int main(int argc, char** argv) {         \
    offprint::SiteScheme::registerScheme(); \
    QApplication application(argc, argv);   \
    TestClass test;                         \
    return QTest::qExec(&test, argc, argv); \
  }
