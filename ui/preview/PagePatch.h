#pragma once
#include <QString>

#include "exporters/site/PageComposer.h"

namespace offprint {

/// What turns one version of a page into the next, in the terms of resources/web/preview.js. Any thread.
struct PagePatch {
  qsizetype at = 0;       ///< index of the first block that differs
  qsizetype removed = 0;  ///< how many blocks of the old page go
  QList<QByteArray> added;
  bool chrome = false;  ///< the bytes around the text differ as well
  QByteArray head;      ///< only with `chrome`
  QByteArray tail;

  bool empty() const { return removed == 0 && added.isEmpty() && !chrome; }
  QString toJson() const;
};

/// The least change from `shown` to `next`, in time linear in their blocks.
PagePatch difference(const RenderedPage& shown, const RenderedPage& next);

/// The whole page as preview.js wants it before a load: head, tail and the HTML of each block.
QJsonObject pageModel(const RenderedPage& page);

/// True when the bytes between bodyStart and bodyEnd are the blocks in order, as patching needs. Where they
/// are not, `page` is made a page without blocks, which is merged as a whole.
void settleBlocks(RenderedPage& page);

/// Lets the blocks of `next` that are not drawn yet keep the picture they have in `shown`, as far as it has
/// them. A block is known again by what it is made from, and one that is being changed by its neighbours.
void keepPictures(const RenderedPage& shown, RenderedPage& next);

/// Lines of a text and places in its page: block `index` (-1: above the text) and a part of it, 0 to 1.
struct BlockPlace {
  qsizetype index = -1;
  double part = 0;
};
BlockPlace placeOfLine(const QList<RenderedBlock>& blocks, double line);
/// 1-based line with a fraction; below 1 above the text.
double lineOfPlace(const QList<RenderedBlock>& blocks, const BlockPlace& place);

}  // namespace offprint
