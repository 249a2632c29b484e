#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/content/FrontMatter.h"
#include "app/core/Text.h"
#include "app/store/Library.h"
#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/site/Address.h"
#include "exporters/site/SiteCitations.h"
#include "exporters/site/SiteMap.h"
#include "exporters/theme/ThemeStrings.h"
#include "exporters/typeset/Typesetter.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

/// "[[kind/slug#heading]]" as the address of the item's page.
ResolvedLink resolve(const SiteMap& map, const QString& target) {
  ResolvedLink link;
  link.href = target.toUtf8();
  if (!target.startsWith("[["_L1) || !target.endsWith("]]"_L1)) return link;
  const QString inner = target.mid(2, target.size() - 4);
  const ItemSummary* item = map.itemByRef(inner.section(u'#', 0, 0));
  const PageEntry* page = item ? map.pageOf(item->id) : nullptr;
  if (!page) return {};
  const QString fragment = inner.contains(u'#') ? u'#' + inner.section(u'#', 1) : QString();
  link.href = address::encoded(page->address) + fragment.toUtf8();
  link.text = item->title;
  return link;
}

/// Item links that appear as written, since there is no such item or no library to ask.
Findings unfollowed(const QList<DocumentLink>& links, const SiteMap* map) {
  Findings findings;
  for (const DocumentLink& link : links) {
    if (!link.target.startsWith("[["_L1) || (map && !resolve(*map, link.target).href.isEmpty())) continue;
    Finding finding;
    finding.level = map ? Finding::Level::Warning : Finding::Level::Note;
    finding.code = u"link.dead"_s;
    finding.message =
        map ? say("The link %1 leads to no page of the library, so it appears as written.").arg(link.target)
            : say("The link %1 appears as written. Name its library with --library.").arg(link.target);
    finding.line = link.line;
    findings << finding;
  }
  return findings;
}

/// Citations that appear as written, since there is no library to ask.
Findings unformatted(const QList<Citation>& citations) {
  Findings findings;
  for (const Citation& citation : citations) {
    if (citation.inText) continue;  // it may be a handle
    findings << Finding{Finding::Level::Note,
                        u"citation.unknown"_s,
                        say("The citation %1 appears as written. Name its library with --library.")
                            .arg(QString::fromUtf8(citation.source)),
                        {},
                        {},
                        citation.line};
  }
  return findings;
}

/// The text as an import reads it. Front matter is not shown; blank lines stand for its lines, so that
/// findings name those of the file. Its language is the text's.
QByteArray readDocument(const QByteArray& file, QString& language, Findings& findings) {
  const FrontMatter matter = readFrontMatter(file);
  if (matter.format == FrontMatter::Format::None || matter.values.isEmpty())
    return decodeText(file, findings).toUtf8();
  findings += matter.findings;
  for (const QLatin1StringView key : {"language"_L1, "lang"_L1})
    if (const QString given = valueText(matter.values.value(key)); !given.isEmpty()) language = given;
  return QByteArray(matter.bodyLine - 1, '\n') + matter.body.toUtf8();
}

int run(const Invocation& invocation) {
  const QString file = invocation.has(u"FILE"_s) ? invocation.value(u"FILE"_s) : u"-"_s;
  auto text = readInput(file);
  if (!text) return fail(text.error());
  MarkdownEngine::initialize();
  MarkdownOptions options;
  options.plain = invocation.has(u"--plain"_s);
  Findings findings;
  QString language;
  // --plain leaves the bytes to CommonMark's rules.
  if (!options.plain) *text = readDocument(*text, language, findings);
  std::unique_ptr<SiteMap> map;
  TexMacros macros;
  if (invocation.has(u"--library"_s)) {
    Invocation opening{{{u"LIBRARY"_s, {invocation.value(u"--library"_s)}}}, invocation.resources};
    auto library = openLibrary(opening, Access::Read);
    if (!library) return fail(library.error());
    auto snapshot = SiteSnapshot::of(**library, {true, {}, {}});
    if (!snapshot) return fail(snapshot.error());
    macros = (*snapshot)->site.macros;
    options.smartPunctuation = (*snapshot)->site.smartPunctuation;
    options.language = (*snapshot)->site.language;
    map = std::make_unique<SiteMap>(*snapshot);
    options.resolve = [&map](const QString& target, DocumentLink::Type) { return resolve(*map, target); };
  }
  if (!language.isEmpty()) options.language = language;
  if (invocation.has(u"--language"_s)) options.language = invocation.value(u"--language"_s);
  auto words = ThemeStrings::shared(invocation.resources.path(u"themes"_s));
  if (!words) return fail(words.error());
  options.words = ThemeStrings(*words, options.language).all();
  ParsedDocument document = MarkdownEngine::prepare(*text, options);
  std::unique_ptr<SiteCitations> citations;
  if (map) citations = std::make_unique<SiteCitations>(*map);
  if (citations) citations->prepare(document, options.language);
  QByteArray cited;
  if (!document.pieces.isEmpty()) {
    const QList<TypesetResult> drawn = invocation.typesetter->typeset(document.pieces, macros);
    if (document.pieces.last().kind == TypesetPiece::Kind::Citations) cited = drawn.last().html;
    fill(document, drawn);
  }
  SiteCitations::put(document, cited, options.words.value(u"references"_s).toString(u"References"_s), {});
  for (const RenderedBlock& block : std::as_const(document.blocks))  // a text may be as large as memory
    printOut(block.html);
  findings += document.findings + unfollowed(document.links, map.get());
  if (!map) findings += unformatted(document.citations);
  for (Finding& finding : findings)
    finding.file = file;
  printFindings(findings);
  return hasErrors(findings) ? DoneWithErrors : Done;
}

}  // namespace

Command renderCommand() {
  return {
      u"render"_s,
      say("Turns Markdown into an HTML fragment on standard output."),
      {{u"FILE"_s, say("a Markdown file; - or nothing reads standard input; front matter is not shown"),
        false, false, true}},
      {{u"--plain"_s, {}, say("CommonMark and GFM alone, without Offprint's own constructs")},
       {u"--language"_s, u"TAG"_s,
        say("language of the text, such as de: its labels and quotation marks; otherwise the library's or "
            "English")},
       {u"--library"_s, u"LIBRARY"_s,
        say("item links lead to this library's pages; its punctuation setting counts")}},
      {u"offprint render notes.md --library Notes.offprint"_s, u"echo '*hello*' | offprint render --plain"_s},
      run,
      true};
}

}  // namespace offprint::cli
