#pragma once
#include <memory>
#include <QFrame>
#include <QTimer>

#include "ui/shell/ShellContext.h"
#include "ui/site/SectionForm.h"

class QPushButton;

namespace offprint {

class IconButton;
class Label;
class SectionList;
struct SiteSnapshot;

/// Site ▸ Home page (app.md section 15, mockup 04): the sections of the home page in order, each with its
/// switch, and the options of the selected one. The page stands beside it; a click there selects. Changes are
/// kept as they are made; what is typed in one go is one step of Undo.
class HomeComposer : public QFrame {
  Q_OBJECT
 public:
  explicit HomeComposer(ShellContext context, QWidget* parent = nullptr);

  /// Items and media that options choose from.
  void setSnapshot(std::shared_ptr<const SiteSnapshot> snapshot);
  /// Selects the section with that anchor; nothing when there is none.
  void selectSection(const QString& id);
  QString selectedSection() const;
  /// Anchors of all sections that are shown on the page.
  QStringList shownSections() const;
  /// Keeps what is still being typed.
  void flush();
  void addSection(const QString& type);

 Q_SIGNALS:
  /// Another section is selected, or the list of them changed.
  void selectionChanged();

 private:
  void build();
  void loadTypes();
  void refill();
  void showSelected();
  void change(const QString& name, const std::function<void(QList<Section>&)>& edit);
  void offerTypes();
  void showMenu();
  void pickMedia(const MediaChosen& chosen);
  void moveSection(int from, int to);
  void removeSection(int row);
  void duplicateSection(int row);

  ShellContext context_;
  std::shared_ptr<const SectionCatalog> types_;
  std::shared_ptr<FieldOffers> offers_;
  QList<Section> sections_;  ///< as shown: newer than the library's while `keepSoon_` runs
  QString changeName_;
  QTimer keepSoon_;
  QString selected_;
  Label* count_;
  QPushButton* add_;
  SectionList* list_;
  Label* name_;
  IconButton* more_;
  SectionForm* form_;
};

}  // namespace offprint
