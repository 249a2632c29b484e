#pragma once
#include <functional>
#include <memory>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QStringList>
#include <QStringView>

#include "app/core/Result.h"

namespace offprint {

/// A word of prose in a line; offsets are UTF-16 units.
struct SpelledWord {
  int start = 0;
  int length = 0;
  bool operator==(const SpelledWord&) const = default;
};
/// Words of a Markdown line that can be spelled wrongly: not code, formulas, keys, addresses, paths, words
/// with digits, camelCase or all in capitals (app.md section 9), and nothing of a line in another language
/// ("{lang=de}").
QList<SpelledWord> spelledWords(const QString& line);

/// Spelling by Hunspell's dictionaries. Words are asked for one by one; what is not known yet is looked up on
/// a thread of its own and judged() tells when there are answers. GUI thread.
class Spelling : public QObject {
  Q_OBJECT
 public:
  struct Places {
    QStringList dictionaries;  ///< folders with .aff and .dic files, the first wins
    QString fieldWords;        ///< file that ships with the program; may be missing
    QString ownWords;          ///< the author's file, made when a word is learned
  };
  explicit Spelling(Places places, QObject* parent = nullptr);
  /// Waits for what is being looked up.
  ~Spelling() override;
  /// Where systems keep dictionaries, and the author's file in the place for data.
  static Places usualPlaces(const QString& fieldWords);
  /// The dictionary for a language (BCP 47) in some folders, without its suffix: that of the region, else
  /// one of the language; empty: there is none. Reads folders.
  static QString dictionaryFor(const QString& language, const QStringList& folders);

  void setEnabled(bool enabled);
  bool enabled() const { return enabled_; }
  /// Another language forgets all verdicts. missing() follows, once for each language, when no dictionary is
  /// installed; nothing is wrong then.
  void setLanguage(const QString& language);
  QString language() const { return language_; }
  /// Words that are right in the open item alone.
  void setIgnored(const QStringList& words);

  enum class Verdict { Unknown, Right, Wrong };
  /// Unknown ones are looked up.
  Verdict verdict(const QString& word);
  /// Up to seven words that may be meant; comes later, unless `context` is gone.
  void suggest(const QString& word, QObject* context, std::function<void(const QStringList&)> done);
  /// From now on right, in every item and the next sitting too; notLearned() follows when it could not be
  /// kept for that.
  void learn(const QString& word);
  /// What learn() has kept, in the order of the alphabet; comes later, unless `context` is gone.
  void ownWords(QObject* context, std::function<void(const Result<QStringList>&)> done);
  /// Takes a learned word back; notLearned() follows when the file could not be written.
  void forget(const QString& word);

 Q_SIGNALS:
  /// These words turned out wrong; empty: verdicts changed in other ways, look at everything again.
  void judged(const QSet<QString>& wrong);
  void missing(const QString& language);
  void notLearned(const offprint::Error& error);

 private:
  struct Worker;
  void ask();

  std::unique_ptr<Worker> worker_;
  bool enabled_ = true;
  QString language_;
  quint64 generation_ = 0;  ///< of the language; older answers are dropped
  QHash<QString, bool> right_;
  QSet<QString> waiting_;
  QSet<QString> ignored_;
  QSet<QString> toldMissing_;
  bool asking_ = false;
};

}  // namespace offprint
