#include "ui/preview/PagePatch.h"

#include <algorithm>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QByteArrayView head(const RenderedPage& page) {
  return QByteArrayView(page.html).first(page.bodyStart);
}
QByteArrayView tail(const RenderedPage& page) {
  return QByteArrayView(page.html).sliced(page.bodyEnd);
}

/// What a block is made from.
size_t origin(const RenderedBlock& block) {
  return block.source ? block.source : block.hash;
}

/// For each block of `next` the one of `shown` that it was, or -1. Those made from the same come first, in
/// order; one between them that was changed is the one that stood in its place.
QList<qsizetype> sameBlocks(const QList<RenderedBlock>& shown, const QList<RenderedBlock>& next) {
  QHash<size_t, QList<qsizetype>> places;
  for (qsizetype i = shown.size() - 1; i >= 0; --i)
    places[origin(shown.at(i))] << i;  // the first is taken first
  QList<qsizetype> before(next.size(), -1);
  QList<bool> taken(shown.size(), false);
  for (qsizetype i = 0; i < next.size(); ++i) {
    const auto found = places.find(origin(next.at(i)));
    if (found == places.end() || found->isEmpty()) continue;
    before[i] = found->takeLast();
    taken[before.at(i)] = true;
  }
  for (qsizetype i = 0; i < next.size(); ++i) {
    const qsizetype place = i == 0 ? 0 : before.at(i - 1) + 1;
    const bool known = i == 0 || before.at(i - 1) >= 0;
    if (before.at(i) >= 0 || !known || place >= shown.size() || taken.at(place)) continue;
    before[i] = place;
    taken[place] = true;
  }
  return before;
}

}  // namespace

PagePatch difference(const RenderedPage& shown, const RenderedPage& next) {
  const auto& before = shown.blocks;
  const auto& after = next.blocks;
  const qsizetype shorter = std::min(before.size(), after.size());
  PagePatch patch;
  while (patch.at < shorter && before.at(patch.at) == after.at(patch.at))
    ++patch.at;
  qsizetype same = 0;
  while (same < shorter - patch.at &&
         before.at(before.size() - 1 - same) == after.at(after.size() - 1 - same)) {
    ++same;
  }
  patch.removed = before.size() - same - patch.at;
  for (qsizetype i = patch.at; i < after.size() - same; ++i)
    patch.added.append(after.at(i).html);
  patch.chrome = head(shown) != head(next) || tail(shown) != tail(next);
  if (patch.chrome) {
    patch.head = head(next).toByteArray();
    patch.tail = tail(next).toByteArray();
  }
  return patch;
}

QString PagePatch::toJson() const {
  QJsonArray blocks;
  for (const QByteArray& html : added)
    blocks.append(QString::fromUtf8(html));
  QJsonObject json{{u"at"_s, at}, {u"removed"_s, removed}, {u"blocks"_s, blocks}};
  if (chrome) {
    json.insert(u"head"_s, QString::fromUtf8(head));
    json.insert(u"tail"_s, QString::fromUtf8(tail));
  }
  return QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

QJsonObject pageModel(const RenderedPage& page) {
  QJsonArray blocks;
  for (const RenderedBlock& block : page.blocks)
    blocks.append(QString::fromUtf8(block.html));
  return {{u"head"_s, QString::fromUtf8(head(page))},
          {u"tail"_s, QString::fromUtf8(tail(page))},
          {u"blocks"_s, blocks}};
}

void settleBlocks(RenderedPage& page) {
  qsizetype at = page.bodyStart;
  for (const RenderedBlock& block : page.blocks) {
    if (at + block.html.size() > page.bodyEnd ||
        QByteArrayView(page.html).sliced(at, block.html.size()) != block.html) {
      at = -1;
      break;
    }
    at += block.html.size();
  }
  if (at == page.bodyEnd && page.bodyEnd > 0) return;
  page.blocks.clear();
  page.bodyStart = page.bodyEnd = page.html.size();
}

void keepPictures(const RenderedPage& shown, RenderedPage& next) {
  const QList<qsizetype> before = shown.path == next.path ? sameBlocks(shown.blocks, next.blocks)
                                                          : QList<qsizetype>(next.blocks.size(), -1);
  QByteArray body;
  for (qsizetype i = 0; i < next.blocks.size(); ++i) {
    RenderedBlock& block = next.blocks[i];
    if (block.pending && before.at(i) >= 0) block.setHtml(shown.blocks.at(before.at(i)).html);
    body += block.html;
  }
  next.html.replace(next.bodyStart, next.bodyEnd - next.bodyStart, body);
  next.bodyEnd = next.bodyStart + body.size();
}

BlockPlace placeOfLine(const QList<RenderedBlock>& blocks, double line) {
  const auto next =
      std::upper_bound(blocks.cbegin(), blocks.cend(), line,
                       [](double wanted, const RenderedBlock& block) { return wanted < block.firstLine; });
  if (next == blocks.cbegin()) return {-1, std::clamp(line, 0.0, 1.0)};
  const RenderedBlock& block = *(next - 1);
  const double lines = std::max(1, block.lastLine - block.firstLine + 1);
  return {next - blocks.cbegin() - 1, std::clamp((line - block.firstLine) / lines, 0.0, 1.0)};
}

double lineOfPlace(const QList<RenderedBlock>& blocks, const BlockPlace& place) {
  if (place.index < 0 || place.index >= blocks.size()) return std::clamp(place.part, 0.0, 1.0);
  const RenderedBlock& block = blocks.at(place.index);
  return block.firstLine + place.part * std::max(1, block.lastLine - block.firstLine + 1);
}

}  // namespace offprint
