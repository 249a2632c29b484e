#pragma once
#include <functional>
#include <QObject>

#include "app/content/ContentItem.h"
#include "ui/shell/Palette.h"
#include "ui/shell/Place.h"
#include "ui/shell/ShellContext.h"

namespace offprint {

class SidebarModel;
struct OutlineEntry;

/// What the palette offers: commands, places, items, headings of the open item, lines, full-text hits (app.md
/// section 6), and the restricted lists of Quick open and New.
class PaletteSources : public QObject {
  Q_OBJECT
 public:
  struct Targets {
    std::function<void(ContentId)> openItem;
    std::function<void(const Place&)> go;
    std::function<void(int line)> goToLine;
    std::function<void(const QString& title)> newWithTitle;
    std::function<QList<OutlineEntry>()> outline;
    std::function<QString()> openTitle;  ///< of the open item; empty: none
  };
  PaletteSources(ShellContext context, const SidebarModel& places, Targets targets,
                 QObject* parent = nullptr);

  void openPalette(Palette& palette, const QString& typed = {});
  void openQuickOpen(Palette& palette);
  void openKinds(Palette& palette);
  /// Remembers an item that was opened, for Quick open's empty field.
  void remember(ContentId id);
  void forget();

 private:
  using Show = std::function<void(QList<PaletteRow>)>;
  void everything(const QString& typed, const Show& show);
  void itemsOnly(const QString& typed, const Show& show);
  /// Places are among them only where commands alone are searched.
  QList<PaletteRow> commandRows(const QString& typed, bool onlyCommands) const;
  QList<PaletteRow> placeRows(const QString& typed, bool collections) const;
  QList<PaletteRow> headingRows(const QString& typed) const;
  QList<PaletteRow> lineRows(const QString& typed) const;
  QList<PaletteRow> itemRows(const QList<ItemSummary>& items, const QString& typed) const;
  PaletteRow itemRow(const ItemSummary& item) const;
  void findItems(const QString& typed, int limit, std::function<void(QList<ItemSummary>)> done);
  void fullText(const QString& typed, const Show& show);

  ShellContext context_;
  const SidebarModel& places_;
  Targets targets_;
  QList<ContentId> recent_;
};

}  // namespace offprint
