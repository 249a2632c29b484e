#pragma once
#include <memory>
#include <QFrame>
#include <QJsonObject>

#include "ui/shell/ShellContext.h"

class QComboBox;
class QPushButton;
class QVBoxLayout;

namespace offprint {

class Label;
class ThemeCard;
struct SiteSnapshot;
struct ThemeEntry;

/// A theme that can be chosen, as its files say it.
struct ThemeChoice {
  QString id;
  QString label;
  QString description;
  QJsonObject manifest;  ///< theme.json with what it inherits; empty when it cannot be read
  QString problem;       ///< why it cannot be used, with file and line; empty for a whole one
};

/// A page of the site to look at, by its site-absolute address.
struct SitePage {
  QString name;
  QString address;
};

/// Site ▸ Appearance (app.md section 15, mockup 12): the themes to choose from and the options that the
/// chosen one declares, beside a real page. Each theme keeps its own options. Changes are kept at once and
/// undoable.
class AppearancePane : public QFrame {
  Q_OBJECT
 public:
  explicit AppearancePane(ShellContext context, QWidget* parent = nullptr);

  /// The pages to look at, and where themes lie; themes are read anew.
  void setSnapshot(std::shared_ptr<const SiteSnapshot> snapshot);
  /// Address of the page to show.
  QString page() const;

 Q_SIGNALS:
  void pageChosen(const QString& address);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void build();
  void read();
  void takeThemes(const QList<ThemeChoice>& themes);
  void fillPages(const QList<SitePage>& pages);
  void refill();
  void buildOptions(const ThemeChoice& theme);
  void addColor(const QJsonObject& option);
  void addChoice(const QJsonObject& option);
  void addSwitch(const QJsonObject& option);
  QJsonValue valueOf(const QJsonObject& option) const;
  /// What the theme has by itself takes the option out.
  void setValue(const QJsonObject& option, const QJsonValue& value);
  void choose(const QString& theme);

  ShellContext context_;
  std::shared_ptr<const SiteSnapshot> snapshot_;
  std::shared_ptr<const SiteSnapshot> read_;  ///< what the choices are of, or will be
  QList<ThemeChoice> themes_;
  QComboBox* pages_;
  QVBoxLayout* cards_;
  Label* optionsOf_;
  QPushButton* reset_;
  QWidget* options_ = nullptr;  ///< the form of the shown theme's options
  QVBoxLayout* optionsPlace_;
  QString shown_;     ///< id of the theme whose options are there
  QJsonObject told_;  ///< the options as the form shows them
};

}  // namespace offprint
