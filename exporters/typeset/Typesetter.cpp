#include "exporters/typeset/Typesetter.h"

#include <atomic>
#include <QCoreApplication>
#include <QStandardPaths>
#include <QThread>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

#include "app/core/Sha256.h"
#include "app/core/Text.h"
#include "exporters/typeset/PagePrinter.h"
#include "exporters/typeset/TypesetPage.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Kind = TypesetPiece::Kind;

/// Code longer than this is shown as it is: nobody reads it by its colours.
constexpr qsizetype kLongestCode = 4 << 20;

/// Languages that say that there is none.
bool isPlain(const QByteArray& language) {
  static const QByteArrayList names{"", "text", "txt", "plain", "plaintext", "none", "output"};
  return names.contains(language.toLower());
}

bool needsEngine(const TypesetPiece& piece) {
  if (piece.kind != Kind::Code) return true;
  return !isPlain(piece.language) && piece.source.size() <= kLongestCode;
}

/// The first line of what an engine says, without its own name.
QString reason(const QByteArray& text) {
  constexpr qsizetype Longest = 2000;
  QString words = QString::fromUtf8(text).section(u'\n', 0, 0).trimmed();
  for (const auto& prefix : {"KaTeX parse error: "_L1, "Error: "_L1})
    if (words.startsWith(prefix)) words = words.mid(prefix.size());
  // KaTeX marks the place with combining underlines.
  words.remove(QChar(0x0332));
  if (words.size() <= Longest) return words;
  const qsizetype blank = words.lastIndexOf(u' ', Longest);
  return words.left(blank > 0 ? blank : Longest) + u" …"_s;
}

/// Splits what a drawing says about itself off its text: up to the first line end.
std::pair<QByteArray, QByteArray> splitHead(const QByteArray& text) {
  const qsizetype end = text.indexOf('\n');
  return {text.left(end), text.mid(end + 1)};
}

/// What of a formula is not on the page though the rest is.
QString leftOut(const QByteArray& commands) {
  QStringList names = QString::fromUtf8(commands).split(u' ');
  QStringList said;
  if (names.removeAll(u"%"_s) > 0)
    said << say(
        "What stands behind % in this formula is a comment to TeX and is not shown. Write \\% for the sign.");
  if (!names.isEmpty())
    said << say("Formulas hold no links, pictures or HTML attributes, so %1 is shown as its text alone. Put "
                "the "
                "link or picture beside the formula.")
                .arg(names.join(u", "_s));
  return said.join(u' ');
}

TypesetResult failed(const TypesetPiece& piece, const QString& why) {
  TypesetResult result;
  if (piece.kind == Kind::Code) {
    result.code = u"code.plain"_s;
    result.message = say("The code cannot be highlighted: %1. It appears without colours.").arg(why);
    return result;
  }
  if (piece.kind == Kind::Citations) {
    result.code = u"citation.invalid"_s;
    result.message = say("The citations cannot be formatted: %1. They appear as they are written.").arg(why);
    return result;
  }
  const bool diagram = piece.kind == Kind::Diagram;
  result.code = diagram ? u"diagram.invalid"_s : u"math.invalid"_s;
  result.shown =
      (diagram ? say("Cannot draw this diagram: %1") : say("Cannot draw this equation: %1")).arg(why);
  result.message = (diagram ? say("This diagram cannot be drawn; correct it: %1")
                            : say("This equation cannot be drawn; correct it: %1"))
                       .arg(why);
  return result;
}

TypesetResult resultOf(const TypesetPiece& piece, const TypesetOutcome& outcome) {
  TypesetResult result;
  if (outcome.state == TypesetOutcome::State::TooSlow) {
    result = failed(piece, say("it takes too long; make it shorter"));
    result.code = u"typeset.slow"_s;
    return result;
  }
  if (outcome.state == TypesetOutcome::State::Unavailable) {
    result.code = u"typeset.unavailable"_s;
    result.message = say("The web engine that draws formulas, code, diagrams and citations does not start: "
                         "%1. They appear as "
                         "they are written. See that memory and the disk are not full and that Offprint is "
                         "installed whole, "
                         "then try again after a minute.")
                         .arg(QString::fromUtf8(outcome.drawing.text));
    return result;
  }
  switch (outcome.drawing.state) {
    case Drawing::State::Drawn:
      result.html = outcome.drawing.text;
      break;
    case Drawing::State::Reduced: {
      const auto [commands, html] = splitHead(outcome.drawing.text);
      result.html = html;
      result.code = u"typeset.reduced"_s;
      result.message = leftOut(commands);
      break;
    }
    case Drawing::State::Faulty: {
      const auto [line, said] = splitHead(outcome.drawing.text);
      // Behind a form feed stands what only the finding tells.
      const qsizetype detail = said.indexOf('\f');
      result = failed(piece, reason(detail < 0 ? said : said.left(detail)));
      if (detail >= 0) result.message += u". "_s + reason(said.mid(detail + 1));
      result.line = line.toInt();
      break;
    }
    case Drawing::State::UnknownLanguage:
      result.code = u"code.unknown-language"_s;
      result.message = say("The language “%1” of this code is not known, so it appears without colours. "
                           "Correct the name, or leave it out.")
                           .arg(QString::fromUtf8(piece.language));
      break;
  }
  return result;
}

/// Whoever waits on the thread of the web engine waits for himself.
QList<TypesetResult> refused(qsizetype pieces) {
  TypesetResult result;
  result.code = u"typeset.thread"_s;
  result.message =
      say("Formulas, code and diagrams were not drawn, by a mistake of the program: it asked for them "
          "on the thread that draws. They appear as they are written. Please report this.");
  return QList<TypesetResult>(pieces, result);
}

/// A page on its way to the printer and back.
class Printing {
 public:
  void answer(const Result<QByteArray>& result) {
    const std::lock_guard lock(mutex_);
    result_ = result;
    changed_.notify_all();
  }
  /// Until there is an answer or `goOn` refuses.
  Result<QByteArray> wait(const std::function<Result<void>()>& goOn) {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, kLook, [this] { return result_.has_value(); }))
      OFFPRINT_TRY(goOn());
    return *result_;
  }

 private:
  static constexpr std::chrono::milliseconds kLook{100};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Result<QByteArray>> result_;
};

}  // namespace

struct Typesetter::Private {
  Private(Typesetter& owner, const Resources& resources, const QString& cacheFolder)
      : engines(resources),
        queue(engines,
              [this, &owner] { QMetaObject::invokeMethod(&owner, [this, &owner] { wake(owner); }); }),
        cache(cacheFolder) {}

  void wake(Typesetter& owner);
  QByteArray keyOf(const TypesetPiece& piece, const QByteArray& macros);
  bool wasSlow(const QByteArray& key) {
    const std::lock_guard lock(slowMutex);
    return slow.contains(key);
  }

  Engines engines;
  TypesetQueue queue;
  TypesetCache cache;
  std::once_flag versionRead;
  QByteArray version;
  std::atomic_bool started = false;
  std::mutex slowMutex;
  QSet<QByteArray> slow;  ///< what took too long; asked for again and again, it would keep all others waiting
  TypesetPage* page = nullptr;
};

void Typesetter::Private::wake(Typesetter& owner) {
  if (queue.stopped()) return;
  if (!page) {
    started = true;
    page = new TypesetPage(queue, &owner);
    QObject::connect(page, &TypesetPage::outcome, &owner,
                     [this, &owner](const TypesetJob& job, const TypesetOutcome& outcome) {
                       if (outcome.state == TypesetOutcome::State::Drawn) cache.add(job.key, outcome.drawing);
                       if (outcome.state == TypesetOutcome::State::TooSlow) {
                         const std::lock_guard lock(slowMutex);
                         slow.insert(job.key);
                       }
                       if (queue.deliver(job.key, outcome)) Q_EMIT owner.drawn();
                     });
  }
  page->wake();
}

QByteArray Typesetter::Private::keyOf(const TypesetPiece& piece, const QByteArray& macros) {
  Sha256 hash;
  hash.addData(version);
  hash.addData(QByteArray::number(static_cast<int>(piece.kind)) + '\0');
  if (Engines::of(piece.kind) == Engines::Id::Math) hash.addData(macros);
  hash.addData(piece.language + '\0' + piece.title + '\0');
  hash.addData(piece.source);
  return hash.result();
}

Typesetter::Typesetter(const Resources& resources, const QString& cacheFolder)
    : d_(std::make_unique<Private>(*this, resources, cacheFolder)) {}

Typesetter::~Typesetter() {
  stop();
  delete d_->page;
}

bool Typesetter::prepareProcess() {
  QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
  // Chromium's own log, which goes past Qt's: graphics devices and services that a machine does not have.
  QByteArray flags = qgetenv("QTWEBENGINE_CHROMIUM_FLAGS");
  if (!flags.contains("--log-level")) qputenv("QTWEBENGINE_CHROMIUM_FLAGS", flags + " --log-level=3");
#ifdef Q_OS_UNIX
  if (geteuid() != 0 || qEnvironmentVariableIsSet("QTWEBENGINE_DISABLE_SANDBOX")) return false;
  return qputenv("QTWEBENGINE_DISABLE_SANDBOX", "1");
#else
  return false;
#endif
}

QString Typesetter::defaultCacheFolder() {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation);
  return folder.isEmpty() ? QString() : folder + u"/offprint/typeset"_s;
}

QByteArray Typesetter::version() {
  std::call_once(d_->versionRead, [this] { d_->version = d_->engines.version(); });
  return d_->version;
}

QList<TypesetResult> Typesetter::typeset(const QList<TypesetPiece>& pieces, const TexMacros& macros,
                                         int patience, const Task& task) {
  if (QThread::currentThread() == thread()) return refused(pieces.size());
  version();
  QByteArray words;
  for (auto i = macros.constBegin(); i != macros.constEnd(); ++i)
    words += i.key().toUtf8() + '\0' + i.value().toUtf8() + '\0';

  QList<TypesetResult> results(pieces.size());
  QList<TypesetJob> jobs;
  QHash<QByteArray, QList<qsizetype>> open;
  for (qsizetype i = 0; i < pieces.size(); ++i) {
    const TypesetPiece& piece = pieces.at(i);
    if (!needsEngine(piece)) {
      if (piece.source.size() > kLongestCode) results[i] = failed(piece, say("it is too long"));
      continue;
    }
    const QByteArray key = d_->keyOf(piece, words);
    const auto waiting = open.find(key);
    if (waiting != open.end()) {
      waiting->append(i);
    } else if (const auto drawing = d_->cache.find(key)) {
      results[i] = resultOf(piece, {TypesetOutcome::State::Drawn, *drawing});
    } else if (d_->wasSlow(key)) {
      results[i] = resultOf(piece, {TypesetOutcome::State::TooSlow, {}});
    } else {
      open.insert(key, {i});
      jobs << TypesetJob{key, piece, macros};
    }
  }
  if (jobs.isEmpty()) return results;
  const TypesetQueue::Outcomes outcomes =
      d_->queue.draw(jobs, patience, task, [this] { d_->cache.flushStale(); });
  for (auto i = open.constBegin(); i != open.constEnd(); ++i) {
    const auto outcome = outcomes.constFind(i.key());
    for (const qsizetype index : i.value()) {
      if (outcome != outcomes.constEnd()) {
        results[index] = resultOf(pieces.at(index), *outcome);
      } else {
        results[index].pending = patience >= 0;
      }
    }
  }
  if (patience >= 0)
    d_->cache.flush();
  else
    d_->cache.flushStale();
  return results;
}

Result<QByteArray> Typesetter::print(const QString& file, const QString& folder, const Task& task) {
  if (QThread::currentThread() == thread())
    return makeError(ErrorCode::Internal, say("it was asked for on the thread that prints"));
  const auto printing = std::make_shared<Printing>();
  QMetaObject::invokeMethod(this, [this, printing, file, folder] {
    if (d_->queue.stopped()) return;
    d_->started = true;
    // Owned by this object, and gone when it has printed.
    new PagePrinter(
        file, folder, [printing](const Result<QByteArray>& result) { printing->answer(result); }, this);
  });
  return printing->wait([&]() -> Result<void> {
    OFFPRINT_TRY(task.check());
    if (d_->queue.stopped()) return makeError(ErrorCode::Cancelled, say("the program ends"));
    return {};
  });
}

void Typesetter::flush() {
  d_->cache.flush();
}

void Typesetter::stop() {
  d_->queue.stop();
}

bool Typesetter::started() const {
  return d_->started;
}

}  // namespace offprint

#include "moc_Typesetter.cpp"
