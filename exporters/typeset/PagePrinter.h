#pragma once
#include <functional>
#include <memory>
#include <QByteArray>
#include <QObject>
#include <QTimer>

#include "app/core/Result.h"

class QWebEnginePage;
class QWebEngineProfile;

namespace offprint {

/// Prints one page that lies on the disk as PDF: A4, without network, with every face loaded. It may read
/// files of its own folder alone. GUI thread.
class PagePrinter : public QObject {
  Q_OBJECT
 public:
  using Done = std::function<void(const Result<QByteArray>&)>;

  /// `file`: absolute, below `folder`. Calls `done` once, with the PDF or why there is none (a part of a
  /// sentence), and then deletes itself; deleted before, it calls nobody. A page that is not printed within
  /// two minutes counts as failed.
  PagePrinter(const QString& file, const QString& folder, Done done, QObject* parent);
  ~PagePrinter() override;

 private:
  void print();
  void finish(const Result<QByteArray>& result);

  Done done_;
  std::unique_ptr<QWebEngineProfile> profile_;
  std::unique_ptr<QWebEnginePage> page_;
  QTimer hang_;
};

}  // namespace offprint
