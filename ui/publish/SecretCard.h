#pragma once
#include <functional>
#include <QFrame>

#include "ui/publish/AskedSecrets.h"

class QPushButton;

namespace offprint {

class Label;

/// Asks the author for one secret where a publication waits for it. Hidden until asked; answers once, also
/// when it goes. GUI thread.
class SecretCard : public QFrame {
  Q_OBJECT
 public:
  using Reply = std::function<void(Result<SecretAnswer>)>;

  explicit SecretCard(Appearance& look, QWidget* parent = nullptr);
  ~SecretCard() override;
  void ask(const SecretQuestion& question, Reply reply);
  /// Nobody waits any more, or the author does not want to say it: Cancelled.
  void decline();

 Q_SIGNALS:
  void answered();

 private:
  void goOn();
  void give(const Result<SecretAnswer>& answer);

  Appearance& look_;
  Label* title_;
  Label* words_;
  Label* reason_;
  QWidget* place_;  ///< of the form
  SecretForm* form_ = nullptr;
  SecretQuestion question_;
  Reply reply_;
};

}  // namespace offprint
