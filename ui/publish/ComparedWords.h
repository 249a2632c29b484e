#pragma once
#include <QThreadPool>
#include <QWidget>

#include "ui/widgets/Appearance.h"

namespace offprint {

class DiffText;
class Label;
struct TextDiff;

/// Two states of a page's text, word by word, or a sentence where there is nothing to compare. The comparison
/// is made beside the window's thread; the newest wins. GUI thread.
class ComparedWords : public QWidget {
  Q_OBJECT
 public:
  explicit ComparedWords(Appearance& look, QWidget* parent = nullptr);
  /// Waits for what is being compared.
  ~ComparedWords() override;
  void compare(const QString& before, const QString& after);
  /// A sentence, or nothing at all.
  void tell(const QString& sentence);

 private:
  void show(const TextDiff& diff, const QString& nothing);

  QThreadPool compares_;  ///< one thread: long texts take their time
  quint64 newest_ = 0;
  DiffText* diff_;
  Label* nothing_;
};

}  // namespace offprint
