#pragma once
#include <memory>
#include <QWidget>

#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/content/Finding.h"
#include "app/core/Clock.h"
#include "app/store/Repositories.h"

namespace offprint {

class Appearance;
class DocumentSession;
struct OutlineEntry;
struct SiteSnapshot;

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
  /// Items to pick from, media and people. The same snapshot as the preview's.
  void setSnapshot(std::shared_ptr<const SiteSnapshot> snapshot);
  void setClock(Clock clock);
  /// Shows a session (not owned), or nothing.
  void open(DocumentSession* session);
  /// The headings as last rendered; word counts and links follow from the text by itself.
  void setOutline(const QList<OutlineEntry>& outline);
  void setCaretLine(int line);
  void setFindings(const Findings& findings);
  /// Answers to revisionsWanted() and backlinksWanted().
  void setRevisions(const QList<Revision>& revisions);
  void setBacklinks(const QList<ItemSummary>& items);
  void setReadOnly(bool readOnly);

  enum class Tab { Details, Outline, Links, History };
  /// Folded sections by kind, to be kept with the window's state.
  QJsonObject folds() const;
  void setFolds(const QJsonObject& folds);

 Q_SIGNALS:
  void lineActivated(int line);
  void itemRequested(const QString& reference);
  void revisionRequested(qint64 revision);
  void pickMediaRequested(const QString& field);
  void filesDropped(const QString& field, const QStringList& paths);  ///< to be added to the media
  void foldsChanged();
  void revisionsWanted();  ///< the tab that shows them is open, and they may have changed
  void backlinksWanted();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Private;
  std::unique_ptr<Private> d_;
};

}  // namespace offprint
