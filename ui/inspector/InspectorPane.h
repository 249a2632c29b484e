#pragma once
#include <memory>
#include <QWidget>

#include "app/content/ContentKind.h"
#include "app/content/Finding.h"

namespace offprint {

class Appearance;
class DocumentSession;
struct OutlineEntry;

/// Typed fields of the open item, built from its kind's FieldSpecs (app.md section 11), with Outline, Links
/// and History tabs.
class InspectorPane : public QWidget {
  Q_OBJECT
 public:
  explicit InspectorPane(Appearance& appearance, QWidget* parent = nullptr);
  ~InspectorPane() override;

  void setCatalog(std::shared_ptr<const KindCatalog> kinds);
  /// Names offered by completion.
  void setVocabulary(const QStringList& topics, const QStringList& tags, const QStringList& series);
  void open(DocumentSession* session);
  void setOutline(const QList<OutlineEntry>& outline);
  void setFindings(const Findings& findings);
  void setReadOnly(bool readOnly);

 Q_SIGNALS:
  void lineActivated(int line);
  void itemRequested(const QString& reference);
  void revisionRequested(qint64 revision);
  void pickMediaRequested(const QString& field);

 private:
  struct Private;
  std::unique_ptr<Private> d_;
};

}  // namespace offprint
