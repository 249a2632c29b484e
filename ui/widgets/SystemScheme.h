#pragma once
#include <memory>
#include <QObject>

namespace offprint {

/// The desktop's wish for light or dark and for more contrast, read from the settings portal
/// (org.freedesktop.appearance) and watched there. Asks without waiting: until the answer is here, and where
/// there is no portal, the palette's lightness decides. GUI thread.
class SystemScheme : public QObject {
  Q_OBJECT
 public:
  explicit SystemScheme(bool darkUntilTold, QObject* parent = nullptr);
  ~SystemScheme() override;

  bool dark() const { return dark_; }
  bool highContrast() const { return highContrast_; }

 Q_SIGNALS:
  void changed();

 private:
  class Portal;
  void ask(const QString& key);
  void take(const QString& key, const QVariant& value);

  bool fallbackDark_;
  bool dark_;
  bool highContrast_ = false;
  std::unique_ptr<Portal> portal_;
};

}  // namespace offprint
