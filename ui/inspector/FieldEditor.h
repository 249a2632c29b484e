#pragma once
#include <functional>
#include <QDateTime>
#include <QJsonValue>
#include <QWidget>

#include "app/content/FieldSpec.h"
#include "app/core/Clock.h"
#include "ui/widgets/Appearance.h"

class QBoxLayout;
class QHBoxLayout;

namespace offprint {

class Label;
struct SiteSnapshot;

/// What fields offer to choose from, as of now. GUI thread; values only.
struct FieldOffers {
  QStringList topics;
  QStringList tags;
  QStringList series;
  QStringList kinds;                         ///< ids
  std::shared_ptr<const SiteSnapshot> site;  ///< items, media and people; may be null
  Clock clock = systemClock();

  /// An item that can be referred to: its title, made unique by its reference where two are the same.
  struct Item {
    QString reference;
    QString title;
    QString icon{};  ///< of the kind, or of a place of the site; may be empty
  };
  QList<Item> items(const QString& kind) const;
  QStringList media() const;
  /// Where a link of the site's menus and sections may lead: lists of kinds, sections of the home page,
  /// items.
  QList<Item> targets() const;
  QStringList people() const;
};

/// One field of the form: its name, its value, and a sentence below when the value is wrong. Emits what was
/// entered in the field's JSON form; null means empty.
class FieldEditor : public QWidget {
  Q_OBJECT
 public:
  /// Where the name stands: short values have it beside them; a switch has the rest of the line for it.
  enum class Layout { Above, Beside, Line };

  FieldEditor(Appearance& look, const FieldSpec& spec, Layout layout, QWidget* parent = nullptr);

  const FieldSpec& spec() const { return spec_; }
  /// Shows a value; emits nothing. A value that is being typed is left alone when it is the same.
  virtual void setValue(const QJsonValue& value) = 0;
  virtual void setReadOnly(bool readOnly) = 0;
  virtual bool isEmpty() const = 0;
  /// Where a heading right above says the same.
  void hideName();
  /// One sentence under the field; empty removes it.
  void setProblem(const QString& sentence);
  QString problem() const;
  /// A remark under the field, such as what a changed address leads to.
  void setRemark(const QString& sentence);

 Q_SIGNALS:
  void entered(const QJsonValue& value);
  void pickMediaRequested();
  void filesDropped(const QStringList& paths);

 protected:
  /// Puts the value's widget in its place; its name for assistive technology is the field's.
  void setBody(QWidget* body, QWidget* focus = nullptr);
  /// At the right of the name: "91 of 160".
  void setCounter(const QString& text);
  /// Reads what was entered by the field's rules: emits it, or says what is wrong.
  void commit(const QJsonValue& raw);
  Appearance& look() const { return look_; }

 private:
  void refresh();

  Appearance& look_;
  FieldSpec spec_;
  Label* name_;
  Label* counter_;
  Label* below_;
  QBoxLayout* column_;
  QHBoxLayout* line_;
  Layout layout_;
  QString problem_;
  QString remark_;
};

/// The editor for a field's type. `offers` is asked when completion opens.
FieldEditor* makeFieldEditor(Appearance& look, const FieldSpec& spec, std::function<FieldOffers()> offers,
                             QWidget* parent);

}  // namespace offprint
