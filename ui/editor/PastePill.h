#pragma once
#include <QPointer>
#include <QTextCursor>

#include "ui/editor/SmartPaste.h"
#include "ui/widgets/Floating.h"

class QHBoxLayout;

namespace offprint {

class ManuscriptEdit;

/// Offers the other forms of what was just pasted, below it (app.md section 9). Goes away with the next key
/// that writes or moves; Alt+Enter goes into it, arrows choose, Enter takes, Esc leaves. GUI thread.
class PastePill : public Popup {
  Q_OBJECT
 public:
  PastePill(Appearance& look, ManuscriptEdit& edit);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void offer(int start, int end, const QList<PasteForm>& forms);
  void take(const QString& text);
  void step(int by);

  Appearance& look_;
  ManuscriptEdit& edit_;
  QHBoxLayout* row_;
  QTextCursor pasted_;  ///< selects what was pasted
  bool taking_ = false;
};

}  // namespace offprint
