#pragma once
#include <QCoreApplication>
#include <QTemporaryDir>
#include <QtTest>

#include "app/session/DocumentSession.h"
#include "app/store/ContentRepository.h"
#include "app/store/Database.h"
#include "app/store/Recovery.h"
#include "app/store/StoreClient.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

namespace offprint::test {

using namespace Qt::StringLiterals;

/// Waits so short that a test need not wait; those of revisions so long that they never come.
inline DocumentSession::Timing quick() {
  return {1, 20, 1'000'000, 1'000'000, 1, 1'000'000};
}

/// A library with its store thread, new for each function, and what tests of one session ask of it.
class SessionStore {
 protected:
  void begin() {
    folder_ = dir_.filePath(u"L%1.offprint"_s.arg(++number_));
    newLibrary(folder_);
    openStore();
  }
  void end() {
    store_.reset();  // the store thread reads the fault
    Database::setStepFault({});
  }

  QTemporaryDir dir_;
  QString folder_;
  std::unique_ptr<StoreClient> store_;
  int number_ = 0;
  QObject context_;  ///< of the answers

  void openStore() {
    store_ = std::make_unique<StoreClient>();
    Result<void> answer = makeError(ErrorCode::Internal, {});
    bool done = false;
    store_->open([this] { return Library::open(folder_, resources(), OpenMode::ReadWrite, clock()); },
                 &context_,
                 [&](Result<void> result) {
                   answer = result;
                   done = true;
                 });
    QTRY_VERIFY(done);
    must(answer);
  }

  /// Runs a job on the store thread and waits for its answer.
  template <class T>
  T inStore(std::function<Result<T>(Library&)> job) {
    std::optional<Result<T>> answer;
    store_->run<T>(std::move(job), &context_, [&](Result<T> result) { answer = std::move(result); });
    while (!answer)
      QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    if constexpr (!std::is_void_v<T>) return must(std::move(*answer));
  }
  ContentItem stored(ContentId id) {
    return inStore<ContentItem>([id](Library& library) { return library.content().get(id); });
  }
  ContentItem insert(const ContentItem& item) {
    return inStore<ContentItem>([item](Library& library) { return library.content().insert(item); });
  }
  QList<Revision> revisions(ContentId id) {
    return inStore<QList<Revision>>([id](Library& library) { return library.revisions().list(id); });
  }
  void keepInFile(ContentItem item, const QString& body) {
    item.body = body;
    inStore<int>([item](Library& library) -> Result<int> {
      OFFPRINT_TRY(recovery::keep(library, item));
      return 0;
    });
  }
  /// Those of the versions, newest first.
  QStringList bodies(ContentId id) {
    QStringList texts;
    for (const Revision& revision : revisions(id)) {
      texts.append(inStore<ContentItem>([revision](Library& library) {
                     return library.revisions().content(revision.id);
                   }).body);
    }
    return texts;
  }
  void flush(DocumentSession& session) {
    bool done = false;
    session.flush([&](const Result<void>&) { done = true; });
    QTRY_VERIFY(done);
  }
};

}  // namespace offprint::test
