#include "exporters/publish/Keyring.h"

#include <qt6keychain/keychain.h>
#include <functional>
#include <memory>
#include <QCoreApplication>
#include <QThread>

#include "app/core/Pending.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint::keyring {
namespace {

const QString& service() {
  static const QString name = u"org.offprint.Offprint"_s;
  return name;
}

/// QtKeychain has one queue for the whole program, which lives on the thread that asked first and needs its
/// event loop: this thread stays until the application goes.
class KeyringThread {
 public:
  /// What runs on it is posted to this object.
  static QObject* desk() {
    static KeyringThread* const thread = [] {
      qAddPostRoutine(&KeyringThread::stop);
      return running_ = new KeyringThread;
    }();
    return &thread->desk_;
  }

 private:
  KeyringThread() {
    thread_.setObjectName(u"keyring"_s);
    desk_.moveToThread(&thread_);
    thread_.start();
  }
  static void stop() {
    running_->thread_.quit();
    running_->thread_.wait();
  }

  inline static KeyringThread* running_ = nullptr;
  QThread thread_;
  QObject desk_;
};

Error errorOf(const QKeychain::Job& job) {
  switch (job.error()) {
    case QKeychain::EntryNotFound:
      return makeError(ErrorCode::NotFound, say("The keyring does not have it."));
    case QKeychain::AccessDeniedByUser:
    case QKeychain::AccessDenied:
      return makeError(ErrorCode::Denied,
                       say("The keyring stays locked, so nothing was read or kept there. Unlock it, then try "
                           "again."),
                       job.errorString());
    default:
      return makeError(ErrorCode::Unsupported, say("No keyring answers on this computer."),
                       job.errorString());
  }
}

using Start = std::function<QKeychain::Job*()>;

/// Runs one job there and waits for what it says.
Result<QString> ask(const QString& name, const Task& task, const Start& make) {
  auto answer = std::make_shared<Pending<QString>>();
  QObject* const desk = KeyringThread::desk();
  QMetaObject::invokeMethod(
      desk,
      [desk, name, make, answer] {
        QKeychain::Job* job = make();
        job->setInsecureFallback(false);
        job->setKey(name);
        QObject::connect(job, &QKeychain::Job::finished, desk, [answer](QKeychain::Job* done) {
          if (done->error() != QKeychain::NoError) return answer->give(errorOf(*done));
          const auto* reader = qobject_cast<QKeychain::ReadPasswordJob*>(done);
          answer->give(reader ? reader->textData() : QString());
        });
        job->start();
      },
      Qt::QueuedConnection);
  return answer->wait(task);
}

}  // namespace

Result<QString> read(const QString& name, const Task& task) {
  return ask(name, task, [] { return new QKeychain::ReadPasswordJob(service()); });
}

Result<void> write(const QString& name, const QString& secret, const Task& task) {
  const auto written = ask(name, task, [secret] {
    auto* job = new QKeychain::WritePasswordJob(service());
    job->setTextData(secret);
    return job;
  });
  return written ? Result<void>() : written.error();
}

Result<void> remove(const QString& name, const Task& task) {
  const auto removed = ask(name, task, [] { return new QKeychain::DeletePasswordJob(service()); });
  if (removed || removed.error().code == ErrorCode::NotFound) return {};
  return removed.error();
}

}  // namespace offprint::keyring
