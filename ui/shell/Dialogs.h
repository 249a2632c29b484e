#pragma once
#include <functional>
#include <QDateTime>
#include <QString>
#include <QStringList>

#include "ui/widgets/Appearance.h"

class QWidget;

namespace offprint {

/// What the window asks a person and the desktop for. Every question returns at once; the answer comes
/// through `done`, and not at all when the person declines. Tests answer in place of a person.
class Dialogs {
 public:
  using Path = std::function<void(const QString& path)>;
  virtual ~Dialogs() = default;

  virtual void chooseFolder(const QString& title, const QString& start, Path done) = 0;
  /// A folder to write into, which need not exist yet.
  virtual void chooseOutput(const QString& title, const QString& proposal, const QString& verb,
                            Path done) = 0;
  virtual void chooseFile(const QString& title, const QString& start, const QString& filter, Path done) = 0;
  virtual void chooseNewFile(const QString& title, const QString& proposal, const QString& filter,
                             Path done) = 0;
  struct Question {
    QString title;
    QString text;
    QString verb;
    bool danger = false;
  };
  virtual void confirm(const Question& question, std::function<void()> done) = 0;
  struct TextQuestion {
    QString title;
    QString label;
    QString value;
    QString verb;
    QStringList suggestions;
    bool mayBeEmpty = false;
  };
  virtual void askText(const TextQuestion& question, std::function<void(const QString&)> done) = 0;
  virtual void askMoment(const QString& title, const QDateTime& value, const QString& verb,
                         std::function<void(const QDateTime&)> done) = 0;
  /// Shows a folder or file in the desktop's file manager.
  virtual void reveal(const QString& path) = 0;
  virtual void openUrl(const QString& url) = 0;
};

/// Dialogs on a window: the platform's file dialogs and sheets, opened without waiting.
class WindowDialogs : public Dialogs {
 public:
  WindowDialogs(Appearance& look, QWidget* window) : look_(look), window_(window) {}

  void chooseFolder(const QString& title, const QString& start, Path done) override;
  void chooseOutput(const QString& title, const QString& proposal, const QString& verb, Path done) override;
  void chooseFile(const QString& title, const QString& start, const QString& filter, Path done) override;
  void chooseNewFile(const QString& title, const QString& proposal, const QString& filter,
                     Path done) override;
  void confirm(const Question& question, std::function<void()> done) override;
  void askText(const TextQuestion& question, std::function<void(const QString&)> done) override;
  void askMoment(const QString& title, const QDateTime& value, const QString& verb,
                 std::function<void(const QDateTime&)> done) override;
  void reveal(const QString& path) override;
  void openUrl(const QString& url) override;

 private:
  Appearance& look_;
  QWidget* window_;
};

}  // namespace offprint
