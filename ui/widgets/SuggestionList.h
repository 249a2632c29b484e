#pragma once
#include <functional>
#include <QPointer>

#include "ui/widgets/Floating.h"

class QLineEdit;
class QListWidget;

namespace offprint {

/// Offers values below an entry field while it is typed in: those that begin with the words first, then those
/// that contain them, at most eight. Up and Down choose, Enter and Tab accept, Esc closes; any other key
/// types on.
class SuggestionList : public Popup {
  Q_OBJECT
 public:
  /// Watches `field`; `values` gives what may be offered now.
  SuggestionList(Appearance& look, QLineEdit* field, std::function<QStringList()> values);

 Q_SIGNALS:
  void accepted(const QString& value);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void offer();
  void accept();

  Appearance& look_;
  QPointer<QLineEdit> field_;
  std::function<QStringList()> values_;
  QListWidget* list_;
};

/// The values that fit what was typed, best first, at most `limit`.
QStringList suggestionsFor(const QString& typed, const QStringList& values, int limit = 8);

}  // namespace offprint
