#include "ui/preview/QuickPatch.h"

#include <algorithm>

namespace offprint {
namespace {

/// 0-based places of the first and last lines that differ, in both texts; lines are counted, not kept.
struct ChangedLines {
  int first = 0;
  int lastBefore = 0;
  int lastNow = 0;
};

ChangedLines changedLines(const QString& before, const QString& now) {
  const auto [left, right] = std::mismatch(before.cbegin(), before.cend(), now.cbegin(), now.cend());
  const auto room = std::min(before.cend() - left, now.cend() - right);
  qsizetype same = 0;
  while (same < room && *(before.cend() - 1 - same) == *(now.cend() - 1 - same))
    ++same;
  const auto lines = [](auto from, auto to) { return int(std::count(from, to, QLatin1Char('\n'))); };
  ChangedLines changed;
  changed.first = lines(before.cbegin(), left);
  changed.lastBefore = changed.first + lines(left, before.cend() - same);
  changed.lastNow = changed.first + lines(right, now.cend() - same);
  return changed;
}

/// Lines `first` to `last`, counted from 1, with their ends.
QString slice(const QString& text, int first, int last) {
  qsizetype from = 0;
  for (int line = 1; line < first; ++line) {
    from = text.indexOf(QLatin1Char('\n'), from) + 1;
    if (from == 0) return {};
  }
  qsizetype to = from;
  for (int line = first; line <= last && to < text.size(); ++line) {
    const qsizetype end = text.indexOf(QLatin1Char('\n'), to);
    to = end < 0 ? text.size() : end + 1;
  }
  return text.mid(from, to - from);
}

/// The one block that `text` makes as the whole text of the item.
std::optional<RenderedBlock> alone(const PreviewSite& site, ContentItem item, const QString& text) {
  item.body = text;
  const Result<RenderedPage> page = site.item(item);
  if (!page || page->blocks.size() != 1 || page->undrawn) return {};
  return page->blocks.first();
}

QByteArrayView opening(const QByteArray& html) {
  const qsizetype end = html.indexOf('>');
  return QByteArrayView(html).first(std::max<qsizetype>(end, 0));
}

}  // namespace

std::shared_ptr<const RenderedPage> quickPage(const PreviewSite& site, const RenderedPage& base,
                                              const ContentItem& before, const ContentItem& now) {
  ContentItem rest = now;
  rest.body = before.body;
  if (rest != before) return nullptr;
  const ChangedLines changed = changedLines(before.body, now.body);
  const auto block = std::find_if(base.blocks.cbegin(), base.blocks.cend(), [&](const RenderedBlock& each) {
    return each.firstLine <= changed.first + 1 && each.lastLine >= changed.lastBefore + 1;
  });
  if (block == base.blocks.cend()) return nullptr;
  const int grown = changed.lastNow - changed.lastBefore;
  const auto known = alone(site, now, slice(before.body, block->firstLine, block->lastLine));
  if (!known || known->html != block->html) return nullptr;
  const auto fresh = alone(site, now, slice(now.body, block->firstLine, block->lastLine + grown));
  if (!fresh || opening(fresh->html) != opening(block->html)) return nullptr;
  auto page = std::make_shared<RenderedPage>(base);
  const auto at = block - base.blocks.cbegin();
  RenderedBlock& shown = page->blocks[at];
  shown.html = fresh->html;
  shown.hash = fresh->hash;
  shown.lastLine = block->firstLine + fresh->lastLine - 1;
  shown.firstLine = block->firstLine + fresh->firstLine - 1;
  if (grown != 0) {
    for (qsizetype i = at + 1; i < page->blocks.size(); ++i) {
      page->blocks[i].firstLine += grown;
      page->blocks[i].lastLine += grown;
    }
  }
  return page;
}

}  // namespace offprint
