#pragma once
#include <functional>
#include <QFrame>

#include "app/content/Site.h"
#include "ui/shell/ShellContext.h"

class QLineEdit;
class QVBoxLayout;

namespace offprint {

class Banner;
class Label;

/// Site ▸ Site settings: who the site is of, its address and language, page sizes. Saved as changed,
/// undoable.
class SiteSettingsPage : public QFrame {
  Q_OBJECT
 public:
  explicit SiteSettingsPage(ShellContext context, QWidget* parent = nullptr);

 private:
  /// One row: how a value is read from a site and put into it; `check` gives a sentence when it is wrong.
  struct Field {
    QString label;
    QString help;
    std::function<QString(const Site&)> get;
    std::function<void(Site&, const QString&)> set;
    std::function<QString(const QString&)> check;
  };
  void build();
  void addGroup(QVBoxLayout* column, const QString& title, const QList<Field>& fields);
  void addToggle(QVBoxLayout* column);
  /// The citation styles of the program and the library, read by the store thread.
  void addCitationStyle(QVBoxLayout* column);
  void refill();
  void take(const Field& field, QLineEdit* entry, Label* note);

  ShellContext context_;
  std::vector<std::function<void()>> refillers_;
};

/// A base address as the site wants it: "https://…/"; empty stays empty. The second is a sentence when it
/// cannot be one.
std::pair<QString, QString> readBaseUrl(const QString& typed);

}  // namespace offprint
