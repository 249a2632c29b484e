#pragma once
#include <functional>
#include <QFrame>

#include "app/content/Site.h"
#include "ui/inspector/FieldEditor.h"
#include "ui/shell/ShellContext.h"

class QButtonGroup;
class QLineEdit;
class QStackedWidget;
class QVBoxLayout;

namespace offprint {

class Banner;
class Label;

/// Site ▸ Site settings (mockup 13): pages at the left, one column of groups at the right. Saved as changed,
/// undoable. The search field goes to the first row whose words match and marks it.
class SiteSettingsPage : public QFrame {
  Q_OBJECT
 public:
  explicit SiteSettingsPage(ShellContext context, QWidget* parent = nullptr);

  /// Items and sections that menus may lead to.
  void setSnapshot(std::shared_ptr<const SiteSnapshot> snapshot);

  /// Shows the page that holds a row of that name ("Base address"), with its control focused.
  void showRow(const QString& label);

  /// A further page of the settings; returns its number.
  int addPane(const QString& title, const QString& icon, QWidget* pane);
  void showPage(int page);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  /// One row: how a value is read from a site and put into it; `check` gives a sentence when it is wrong.
  struct Field {
    QString label;
    QString help;
    std::function<QString(const Site&)> get;
    std::function<void(Site&, const QString&)> set;
    std::function<QString(const QString&)> check;
    int width = 290;      ///< logical pixels of the control
    int lines = 1;        ///< that are seen at once; the value is one line all the same
    bool source = false;  ///< commands, one a line, in the face of code
  };
  /// A control with its words, for the search.
  struct Row {
    QString label;
    QString words;
    int page = 0;
    QWidget* frame = nullptr;
    QWidget* control = nullptr;
  };
  void build();
  QWidget* buildNavigation();
  QVBoxLayout* addPage(const QString& title, const QString& icon);
  QVBoxLayout* addGroup(QVBoxLayout* column, const QString& title, const QString& help = {});
  void addRow(QVBoxLayout* group, const QString& label, const QString& help, QWidget* control,
              Label* note = nullptr);
  void addFields(QVBoxLayout* group, const QList<Field>& fields);
  /// A table of the site: `spec.key` is its key in site.json. `step` names its change for Undo.
  void addTable(QVBoxLayout* group, const FieldSpec& spec, const QString& step);
  void addNavigation();
  /// A row that a search can mark.
  QWidget* makeRowFrame();
  void addIdentity();
  void addAddresses();
  void addLists();
  void addPublications(QVBoxLayout* group);
  /// A switch of the site; `step` names its change for undo.
  void addToggle(QVBoxLayout* group, const QString& label, const QString& note, bool (*read)(const Site&),
                 void (*write)(Site&, bool), const QString& step);
  void addLanguages();
  void addTexts();
  /// The citation styles of the program and the library, read by the store thread.
  void addCitations();
  void search(const QString& words);
  void mark(const Row* row);
  void refill();
  void addLongField(QVBoxLayout* group, const Field& field, Label* note);
  QString take(const Field& field, const QString& typed, Label* note);

  ShellContext context_;
  QLineEdit* search_;
  QWidget* navigation_;
  QVBoxLayout* names_ = nullptr;
  QButtonGroup* choices_;
  QStackedWidget* pages_;
  QList<Row> rows_;
  std::vector<std::function<void()>> refillers_;
  FieldOffers offers_;
};

/// A base address as the site wants it: "https://…/"; empty stays empty. The second is a sentence when it
/// cannot be one.
std::pair<QString, QString> readBaseUrl(const QString& typed);

}  // namespace offprint
