#pragma once
#include <QDateTime>
#include <QPointer>

#include "app/core/Clock.h"
#include "ui/widgets/Floating.h"

class QGridLayout;

namespace offprint {

class DocumentSession;
struct TextCounts;

/// What there is in the open text: words, sentences, figures, citations, and what was written since it was
/// opened. Counted on a pool thread when it is asked for. GUI thread.
class CountsPopup : public Popup {
  Q_OBJECT
 public:
  CountsPopup(Appearance& look, Clock clock, QWidget* window);

  /// From here on the session's clock runs; null: nothing is open.
  void follow(DocumentSession* session);
  /// Counts and shows, above `anchor` (global coordinates).
  void tell(const QRect& anchor);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show(const TextCounts& counts, const QRect& anchor);
  void addRow(const QString& name, int number, const QString& unit = {}, bool signedNumber = false);

  Appearance& look_;
  Clock clock_;
  QPointer<DocumentSession> session_;
  QGridLayout* rows_;
  QDateTime begun_;
  int wordsThen_ = 0;
  quint64 asked_ = 0;
};

}  // namespace offprint
