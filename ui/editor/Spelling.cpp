#include "ui/editor/Spelling.h"

#include <algorithm>
#include <hunspell/hunspell.hxx>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QStringConverter>
#include <QThreadPool>
#include <QTimer>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "ui/editor/InlineSyntax.h"
#include "ui/editor/LineSyntax.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qsizetype kSuggestions = 7;

bool isProse(InlineRole role) {
  return role == InlineRole::Plain || role == InlineRole::LinkText;
}

/// "tokenFile", "GPU", "x": not words of a language.
bool isName(QStringView word) {
  if (word.size() < 2) return true;
  const bool capitals = std::all_of(word.begin(), word.end(), [](QChar c) { return !c.isLower(); });
  const bool inside = std::any_of(word.begin() + 1, word.end(), [](QChar c) { return c.isUpper(); });
  return capitals || inside;
}

}  // namespace

QList<SpelledWord> spelledWords(const QString& line) {
  const int from = LinePrefix::of(line).contentStart;
  const InlineScan scan = scanInline(line, from);
  QList<bool> skipped(line.size(), false);
  const auto skip = [&](int start, int end) {
    for (int i = std::max(start, 0); i < std::min<int>(end, static_cast<int>(line.size())); ++i)
      skipped[i] = true;
  };
  for (const InlineRun& run : scan.runs) {
    if (isProse(run.role)) continue;
    if (run.role == InlineRole::Attribute && QStringView(line).mid(run.start, run.length).contains(u"lang="))
      return {};
    skip(run.start, run.start + run.length);
  }
  for (const InlineSpan& span : scan.spans) {
    if (span.kind != InlineSpan::Kind::ItemLink) continue;
    const int bar = static_cast<int>(line.indexOf(u'|', span.targetStart));
    skip(span.targetStart, bar < 0 ? span.targetEnd : std::min(bar, span.targetEnd));
  }
  // What hangs together without a blank and holds signs of names and paths is none: "train.py", "a/b",
  // "fp16".
  static const QRegularExpression form(uR"([\p{L}\p{M}\p{N}_@#/\\.:'’+=&~-]+)"_s,
                                       QRegularExpression::UseUnicodePropertiesOption);
  static const QRegularExpression nameSign(uR"([\p{N}_@#/\\:+=&~]|\.[\p{L}\p{N}])"_s,
                                           QRegularExpression::UseUnicodePropertiesOption);
  static const QRegularExpression word(uR"(\p{L}[\p{L}\p{M}'’]*)"_s,
                                       QRegularExpression::UseUnicodePropertiesOption);
  QList<SpelledWord> words;
  for (auto each = form.globalMatch(line, from); each.hasNext();) {
    const auto whole = each.next();
    QString text = whole.captured();
    while (text.endsWith(u'.') || text.endsWith(u':'))
      text.chop(1);
    if (text.contains(nameSign)) continue;
    for (auto part = word.globalMatch(text); part.hasNext();) {
      const auto match = part.next();
      QString spelled = match.captured();
      while (spelled.endsWith(u'\'') || spelled.endsWith(u'’'))
        spelled.chop(1);
      const int start = static_cast<int>(whole.capturedStart() + match.capturedStart());
      if (!isName(spelled) && !skipped[start]) words.append({start, static_cast<int>(spelled.size())});
    }
  }
  return words;
}

/// What belongs to the thread that looks words up. The pool has one thread, so that jobs follow each other.
struct Spelling::Worker {
  explicit Worker(Places where) : places(std::move(where)) { pool.setMaxThreadCount(1); }

  /// False: no dictionary for that language can be read.
  bool open(const QString& language) {
    if (language == opened) return dictionary != nullptr;
    opened = language;
    dictionary.reset();
    const QString file = dictionaryFor(language, places.dictionaries);
    if (file.isEmpty()) return false;
    dictionary = std::make_unique<Hunspell>(QFile::encodeName(file + u".aff"_s).constData(),
                                            QFile::encodeName(file + u".dic"_s).constData());
    const QByteArray encoding = QByteArray::fromStdString(dictionary->get_dict_encoding());
    encode = QStringEncoder(encoding.constData());
    decode = QStringDecoder(encoding.constData());
    if (!encode.isValid() || !decode.isValid()) {
      dictionary.reset();
      return false;
    }
    for (const QString& words : {places.fieldWords, places.ownWords})
      addWords(words);
    return true;
  }

  void addWords(const QString& file) {
    if (file.isEmpty() || !QFile::exists(file)) return;
    const Result<QByteArray> content = files::read(file);
    if (!content) return;
    for (const QString& line : QString::fromUtf8(*content).split(u'\n', Qt::SkipEmptyParts)) {
      if (!line.startsWith(u'#')) add(line.trimmed());
    }
  }

  std::string bytes(const QString& word) {
    QString plain = word;
    plain.replace(u'’', u'\'');
    return QByteArray(encode(plain)).toStdString();
  }
  void add(const QString& word) {
    if (dictionary) dictionary->add(bytes(word));
  }
  /// Into the author's file. One that is there and cannot be read is left alone.
  Result<void> keep(const QString& word) const {
    const QString& file = places.ownWords;
    if (file.isEmpty()) return {};
    QByteArray words;
    if (QFile::exists(file)) {
      auto known = files::read(file);
      if (!known) return known.error();
      words = *std::move(known);
      // Whoever writes the file by hand may leave its last line open.
      if (!words.isEmpty() && !words.endsWith('\n')) words += '\n';
    }
    OFFPRINT_TRY(files::makeFolder(QFileInfo(file).path()));
    return files::writeAtomic(file, words + word.toUtf8() + '\n');
  }
  /// Lines of the author's file; none when there is no file.
  Result<QStringList> kept() const {
    if (places.ownWords.isEmpty() || !QFile::exists(places.ownWords)) return QStringList();
    const Result<QByteArray> content = files::read(places.ownWords);
    if (!content) return content.error();
    return QString::fromUtf8(*content).split(u'\n', Qt::SkipEmptyParts);
  }
  /// Comments and order of the file stay as they are. A word that the dictionary has as well stays right.
  Result<void> drop(const QString& word) {
    Result<QStringList> lines = kept();
    if (!lines) return lines.error();
    if (lines->removeIf([&](const QString& line) { return line.trimmed() == word; }) == 0) return {};
    lines->append(QString());
    OFFPRINT_TRY(files::writeAtomic(places.ownWords, lines->join(u'\n').toUtf8()));
    opened.clear();  // the dictionary is read again without it
    return {};
  }
  bool isRight(const QString& word) { return !dictionary || dictionary->spell(bytes(word)); }
  QStringList suggestions(const QString& word) {
    QStringList list;
    if (!dictionary) return list;
    for (const std::string& each : dictionary->suggest(bytes(word)))
      list.append(QString(decode(QByteArray::fromStdString(each))));
    return list.mid(0, kSuggestions);
  }

  Places places;
  QString opened;
  std::unique_ptr<Hunspell> dictionary;
  QStringEncoder encode;
  QStringDecoder decode;
  QThreadPool pool;
};

Spelling::Spelling(Places places, QObject* parent)
    : QObject(parent), worker_(std::make_unique<Worker>(std::move(places))) {}

Spelling::~Spelling() {
  // Nothing is taken from the queue: a word may wait there to be learned.
  worker_->pool.waitForDone();
}

Spelling::Places Spelling::usualPlaces(const QString& fieldWords) {
  Places places;
  places.dictionaries = qEnvironmentVariable("DICPATH").split(QDir::listSeparator(), Qt::SkipEmptyParts);
  for (const QString& data : QStandardPaths::standardLocations(QStandardPaths::GenericDataLocation))
    places.dictionaries += {data + u"/hunspell"_s, data + u"/myspell/dicts"_s, data + u"/myspell"_s};
  places.fieldWords = fieldWords;
  places.ownWords =
      QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/offprint/words.txt"_s;
  return places;
}

QString Spelling::dictionaryFor(const QString& language, const QStringList& folders) {
  QString name = language;
  name.replace(u'-', u'_');
  const QString base = name.section(u'_', 0, 0);
  if (base.isEmpty()) return {};
  // "en" means no region: the one that is most often installed comes first.
  QStringList wanted{name + u".aff"_s, base + u".aff"_s};
  if (base == u"en") wanted += {u"en_US.aff"_s, u"en_GB.aff"_s};
  wanted += {base + u'_' + base.toUpper() + u".aff"_s, base + u"_*.aff"_s};
  for (const QString& pattern : std::as_const(wanted)) {
    for (const QString& folder : folders) {
      for (const QString& file : QDir(folder).entryList({pattern}, QDir::Files, QDir::Name)) {
        const QString found = folder + u'/' + file.chopped(4);
        if (QFile::exists(found + u".dic"_s)) return found;
      }
    }
  }
  return {};
}

void Spelling::setEnabled(bool enabled) {
  if (enabled == enabled_) return;
  enabled_ = enabled;
  Q_EMIT judged({});
}

void Spelling::setLanguage(const QString& language) {
  if (language == language_) return;
  language_ = language;
  ++generation_;
  right_.clear();
  waiting_.clear();
  Q_EMIT judged({});
}

void Spelling::setIgnored(const QStringList& words) {
  const QSet<QString> ignored(words.begin(), words.end());
  if (ignored == ignored_) return;
  ignored_ = ignored;
  Q_EMIT judged({});
}

Spelling::Verdict Spelling::verdict(const QString& word) {
  if (!enabled_ || language_.isEmpty() || ignored_.contains(word)) return Verdict::Right;
  const auto known = right_.constFind(word);
  if (known != right_.cend()) return *known ? Verdict::Right : Verdict::Wrong;
  waiting_.insert(word);
  // All words of a line, or of a text that is opened, go together.
  if (!std::exchange(asking_, true)) QTimer::singleShot(0, this, &Spelling::ask);
  return Verdict::Unknown;
}

void Spelling::ask() {
  asking_ = false;
  const QSet<QString> words = std::exchange(waiting_, {});
  if (words.isEmpty()) return;
  worker_->pool.start([this, worker = worker_.get(), words, language = language_, generation = generation_] {
    const bool there = worker->open(language);
    QHash<QString, bool> verdicts;
    for (const QString& word : words)
      verdicts.insert(word, worker->isRight(word));
    // The destructor waits for this job; its answer goes with this object.
    QMetaObject::invokeMethod(this, [this, there, verdicts, language, generation] {
      if (generation != generation_) return;
      if (!there && !toldMissing_.contains(language)) {
        toldMissing_.insert(language);
        Q_EMIT missing(language);
      }
      QSet<QString> wrong;
      for (auto each = verdicts.begin(); each != verdicts.end(); ++each) {
        right_.insert(each.key(), each.value());
        if (!each.value()) wrong.insert(each.key());
      }
      if (!wrong.isEmpty()) Q_EMIT judged(wrong);
    });
  });
}

void Spelling::suggest(const QString& word, QObject* context, std::function<void(const QStringList&)> done) {
  worker_->pool.start([this, worker = worker_.get(), word, language = language_,
                       context = QPointer<QObject>(context), done = std::move(done)] {
    const QStringList found = worker->open(language) ? worker->suggestions(word) : QStringList();
    QMetaObject::invokeMethod(this, [found, context, done] {
      if (context) done(found);
    });
  });
}

void Spelling::learn(const QString& word) {
  right_.insert(word, true);
  worker_->pool.start([this, worker = worker_.get(), word] {
    worker->add(word);
    const Result<void> kept = worker->keep(word);
    if (kept) return;
    const Error error =
        makeError(kept.error().code,
                  say("The word “%1” could not be added to your dictionary. It counts as right until "
                      "Offprint is closed; make room or rights for the file, then add it again.")
                      .arg(word),
                  kept.error().located())
            .at(worker->places.ownWords);
    QMetaObject::invokeMethod(this, [this, error] { Q_EMIT notLearned(error); });
  });
  Q_EMIT judged({});
}

void Spelling::ownWords(QObject* context, std::function<void(const Result<QStringList>&)> done) {
  worker_->pool.start(
      [this, worker = worker_.get(), context = QPointer<QObject>(context), done = std::move(done)] {
        Result<QStringList> words = worker->kept();
        if (words) {
          words->removeIf([](const QString& line) { return line.startsWith(u'#'); });
          for (QString& line : *words)
            line = line.trimmed();
          words->removeDuplicates();
          std::sort(words->begin(), words->end(),
                    [](const QString& a, const QString& b) { return a.localeAwareCompare(b) < 0; });
        }
        QMetaObject::invokeMethod(this, [words, context, done] {
          if (context) done(words);
        });
      });
}

void Spelling::forget(const QString& word) {
  worker_->pool.start([this, worker = worker_.get(), word] {
    const Result<void> dropped = worker->drop(word);
    QMetaObject::invokeMethod(this, [this, dropped] {
      if (!dropped) Q_EMIT notLearned(dropped.error());
      // Every verdict is asked for again: also other forms of the word were right by it.
      ++generation_;
      right_.clear();
      Q_EMIT judged({});
    });
  });
}

}  // namespace offprint

#include "moc_Spelling.cpp"
