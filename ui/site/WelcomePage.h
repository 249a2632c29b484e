#pragma once
#include <memory>
#include <QThreadPool>
#include <QTimer>
#include <QWidget>

#include "app/content/ContentKind.h"
#include "app/content/Site.h"
#include "exporters/theme/ThemeFolders.h"
#include "ui/shell/ShellContext.h"

class QLayout;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace offprint {

class Banner;
class Label;
class PreviewPane;
struct Error;

/// The first run and "New library…" (mockup 07): name, what you do, look, and the real home page beside them
/// as one types; below, the other ways in.
class WelcomePage : public QWidget {
  Q_OBJECT
 public:
  explicit WelcomePage(ShellContext context, QWidget* parent = nullptr);
  ~WelcomePage() override;

  /// `canGoBack`: there is an open library to return to.
  void begin(bool canGoBack);
  void showError(const Error& error);

 Q_SIGNALS:
  void createRequested(const QString& folder, const offprint::Site& site);
  void importRequested(const QString& folder, const offprint::Site& site);
  void backRequested();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  struct Loaded;
  void build();
  QWidget* headline(QWidget* page);
  QWidget* form();
  QLayout* otherWays(QWidget* ways);
  void loadKindsAndThemes();
  void addThemes(const QList<ThemeEntry>& themes);
  void showFolder();
  void refreshPreview();
  QString folder() const;
  Site site() const;

  ShellContext context_;
  QString parentFolder_;
  QString theme_;
  std::shared_ptr<const KindCatalog> kinds_;
  QThreadPool worker_;
  QTimer soon_;
  QWidget* left_;
  QWidget* right_;
  PreviewPane* preview_ = nullptr;
  Banner* banner_;
  QLineEdit* name_;
  QLineEdit* role_;
  QWidget* looks_;
  QPushButton* create_;
  QPushButton* back_;
  Label* place_;
};

}  // namespace offprint
