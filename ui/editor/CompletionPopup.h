#pragma once
#include <functional>
#include <optional>
#include <QTimer>

#include "ui/editor/Completion.h"
#include "ui/widgets/Floating.h"

class QListWidget;

namespace offprint {

class ManuscriptEdit;

/// Offers entries under the line that is written in: Up and Down choose, Enter or Tab accepts, Esc dismisses
/// for this trigger, any other key types on. After 120 ms, at once with Ctrl+Space.
class CompletionPopup : public Popup {
  Q_OBJECT
 public:
  CompletionPopup(Appearance& look, ManuscriptEdit& edit);

  /// Items, publications and media that can be named; may be null.
  void setSnapshot(std::shared_ptr<const SiteSnapshot> site) { site_ = std::move(site); }
  void setData(const CompletionData& offered) { data_ = offered; }
  /// Offers what there is at the cursor, also where nothing was begun.
  void ask();

 Q_SIGNALS:
  void nothingToOffer();  ///< although it was asked for

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void offer(bool asked);
  void accept();
  bool key(int key);
  bool writtenOut() const;

  Appearance& look_;
  ManuscriptEdit& edit_;
  std::shared_ptr<const SiteSnapshot> site_;
  CompletionData data_;
  QListWidget* list_;
  QTimer delay_;
  QList<CompletionEntry> entries_;
  std::optional<CompletionQuery> query_;
  int dismissedAt_ = -1;  ///< document position of a trigger that Esc has silenced
};

}  // namespace offprint
