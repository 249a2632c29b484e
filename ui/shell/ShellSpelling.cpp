#include <QJsonArray>
#include <QLocale>

#include "app/session/DocumentSession.h"
#include "app/session/LibrarySession.h"
#include "ui/editor/EditorPane.h"
#include "ui/editor/Spelling.h"
#include "ui/editor/WordsSheet.h"
#include "ui/shell/Commands.h"
#include "ui/shell/Preferences.h"
#include "ui/shell/Shell.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Toast.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QString ignoredKey(const DocumentSession& session) {
  return u"ignored-words/"_s + session.item().uuid;
}

}  // namespace

/// Spelling is a matter of the application; words that are right in one item lie in its library.
void Shell::wireSpelling() {
  spelling_ = new Spelling(Spelling::usualPlaces(library_.resources().path(u"spelling/words.txt"_s)), this);
  spelling_->setEnabled(preferences_.spelling());
  editor_->setSpelling(*spelling_);
  connect(&preferences_, &Preferences::changed, this,
          [this] { spelling_->setEnabled(preferences_.spelling()); });
  commands_->bind(u"view.spelling"_s, [this] { preferences_.setSpelling(!preferences_.spelling()); });
  commands_->bind(u"edit.words"_s, [this] { openWordsSheet(look_, *spelling_, this); });
  commands_->bind(u"edit.next-misspelt"_s, [this] {
    if (!preferences_.spelling()) {
      toast_->tell(tr("Spelling is not checked."), tr("Check spelling"),
                   [this] { preferences_.setSpelling(true); });
    } else if (!editor_->goToMisspelt()) {
      toast_->tell(tr("No misspelt word was found."));
    }
  });
  connect(spelling_, &Spelling::missing, this, [this](const QString& language) {
    const QString name = QLocale::languageToString(QLocale(language).language());
    toast_->tell(
        tr("No dictionary for %1 (%2) is installed, so its spelling is not checked. Install a Hunspell "
           "dictionary for it.")
            .arg(name, language));
  });
  connect(this, &Shell::itemShown, this, [this](DocumentSession* session) {
    editor_->setIgnoredWords({});
    if (!session) return;
    library_.state(ignoredKey(*session), session, [this, session](Result<QJsonValue> words) {
      if (words && session_ == session) editor_->setIgnoredWords(words->toVariant().toStringList());
    });
  });
  connect(editor_, &EditorPane::wordIgnored, this, [this](const QString& word) {
    if (!session_) return;
    // The item that the word stands in, whichever is shown when the answer comes.
    library_.state(ignoredKey(*session_), session_,
                   [this, session = session_, word](Result<QJsonValue> stored) {
                     if (!stored) return;
                     const QStringList words = stored->toVariant().toStringList() << word;
                     library_.setState(ignoredKey(*session), QJsonArray::fromStringList(words));
                     if (session == session_) editor_->setIgnoredWords(words);
                   });
  });
  connect(spelling_, &Spelling::notLearned, this, [this](const Error& error) {
    messages_->tell(Banner::Kind::Error, error.located(), {{tr("Close"), [this] { messages_->clear(); }}});
  });
}

}  // namespace offprint
