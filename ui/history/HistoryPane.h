#pragma once
#include <memory>
#include <QWidget>

#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/core/Clock.h"
#include "app/store/Repositories.h"

namespace offprint {

class Appearance;

/// The versions of the open item and what differs between any two of them (app.md section 18, mockup 09). It
/// restores nothing itself: whoever owns it does, and shows the item again. GUI thread; texts are compared
/// elsewhere, the newest comparison wins.
class HistoryPane : public QWidget {
  Q_OBJECT
 public:
  HistoryPane(Appearance& look, Clock clock, QWidget* parent = nullptr);
  ~HistoryPane() override;

  void setKinds(std::shared_ptr<const KindCatalog> kinds);
  /// The item as it is now; another item forgets what was shown.
  void setItem(const ContentItem& now);
  void setReadOnly(bool readOnly);
  void setRevisions(const QList<Revision>& revisions);
  /// Answer to contentWanted().
  void setContent(qint64 revision, const ContentItem& content);
  /// Compares a version with the present text; 0: the newest one that there is.
  void choose(qint64 revision);

 Q_SIGNALS:
  void contentWanted(qint64 revision);
  void restoreRequested(qint64 revision);  ///< the whole version
  /// A passage is to be as it was: the item's text would then be `body`.
  void bodyRestored(const QString& body);
  void nameRequested();  ///< the present text is to be kept under a name
  void closeRequested();

 private:
  struct Private;
  std::unique_ptr<Private> d_;
};

}  // namespace offprint
