#include <QEventLoop>

#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/cli/SiteServer.h"
#include "app/core/Text.h"
#include "app/store/Library.h"
#include "exporters/markdown/MarkdownEngine.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

constexpr quint16 kPort = 4600;

int run(const Invocation& invocation) {
  quint16 port = kPort;
  if (invocation.has(u"--port"_s)) {
    bool ok = false;
    port = invocation.value(u"--port"_s).toUShort(&ok);
    if (!ok)
      return refuse(
          say("\"%1\" is no port: write a number from 0 to 65535.").arg(invocation.value(u"--port"_s)));
  }
  auto library = openLibrary(invocation, Access::Read);
  if (!library) return fail(library.error());
  MarkdownEngine::initialize();
  LiveSite site(*std::move(library), {invocation.has(u"--drafts"_s), invocation.value(u"--theme"_s), {}},
                invocation.typesetter);
  SiteServer server(site);
  const auto taken = server.listen(port);
  if (!taken) return fail(taken.error());
  printOut(u"http://127.0.0.1:%1/\n"_s.arg(*taken));
  QEventLoop loop;  // of this thread, which is not the application's
  return loop.exec();
}

}  // namespace

Command serveCommand() {
  return {u"serve"_s,
          say("Shows the site on this computer alone; every page is made from the library as it is now."),
          {{u"LIBRARY"_s, say("the library; it may be open in the window")}},
          {{u"--port"_s, u"N"_s, say("4600 when not given; 0 takes a free one")},
           {u"--theme"_s, u"T"_s, say("theme instead of the site's own")},
           {u"--drafts"_s, {}, say("items that are not public become part of the site")}},
          {u"offprint serve Notes.offprint --port 8080"_s},
          run,
          true};
}

}  // namespace offprint::cli
