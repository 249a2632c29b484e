#include "app/import/ForeignVisibility.h"

#include <algorithm>
#include <QSet>

#include "app/content/Date.h"
#include "app/content/FrontMatter.h"
#include "app/content/FrontMatterBlock.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using frontmatter::VisibilityKey;
using Level = Finding::Level;

/// States and audiences of generators, blog hosts and gardens of notes that are for everyone.
bool isPublicWord(const QString& word) {
  static const QSet<QString> words = {
      u"publish"_s,   u"published"_s, u"public"_s,   u"live"_s,       u"open"_s,     u"everyone"_s,
      u"visible"_s,   u"final"_s,     u"finished"_s, u"done"_s,       u"complete"_s, u"active"_s,
      u"completed"_s, u"ongoing"_s,   u"current"_s,  u"maintained"_s, u"stable"_s,   u"released"_s,
      u"growing"_s,   u"evergreen"_s, u"seedling"_s, u"budding"_s};
  return words.contains(word);
}

bool isUnlistedWord(const QString& word) {
  return word == u"unlisted"_s || word == u"hidden"_s;
}

/// What they call an item that is not out, or not for everyone.
bool isHeldBackWord(const QString& word) {
  static const QSet<QString> words = {
      u"draft"_s,      u"drafts"_s,  u"pending"_s, u"private"_s,   u"future"_s,      u"trash"_s,
      u"wip"_s,        u"skip"_s,    u"secret"_s,  u"protected"_s, u"unpublished"_s, u"auto-draft"_s,
      u"restricted"_s, u"members"_s, u"paid"_s,    u"internal"_s,  u"subscribers"_s, u"password"_s};
  return words.contains(word);
}

class VisibilityReader {
 public:
  VisibilityReader(QJsonObject& values, const ContentKind& kind, const VisibilityReport& report)
      : values_(values), kind_(kind), report_(report) {}

  Status run() {
    for (const QString& key : values_.keys()) {
      const auto rule = frontmatter::visibilityKey(key);
      if (rule && !isFieldName(key)) read(key, *rule, values_.value(key));
    }
    return status_;
  }

 private:
  bool isFieldName(const QString& key) const {
    return std::any_of(kind_.fields.begin(), kind_.fields.end(),
                       [&](const FieldSpec& f) { return f.key == key || f.aliases.contains(key); });
  }

  void read(const QString& key, VisibilityKey rule, const QJsonValue& value) {
    switch (rule) {
      case VisibilityKey::YesIsPublic:
        if (isGiven(value) && Date::parse(valueText(value))) return;  // Jekyll's yes or no, others' date
        return answer(key, value, Status::Published, Status::Draft);
      case VisibilityKey::YesIsDraft:
        return answer(key, value, Status::Draft, Status::Published);
      case VisibilityKey::YesIsUnlisted:
        return answer(key, value, Status::Unlisted, Status::Published);
      case VisibilityKey::NoIsUnlisted:
        return answer(key, value, Status::Published, Status::Unlisted);
      case VisibilityKey::NoIsDraft:
        if (isPlainNo(value)) answer(key, value, Status::Published, Status::Draft);
        return;
      case VisibilityKey::Password:
        if (isGiven(value) && !isPlainNo(value)) protectedByPassword(key);
        return;
      case VisibilityKey::State:
        return readState(key, value);
    }
  }

  static bool isPlainNo(const QJsonValue& value) {
    return isNo(value) || valueText(value).trimmed() == u"0"_s;
  }

  /// What a yes and a no mean; anything else holds the item back.
  void answer(const QString& key, const QJsonValue& value, Status yes, Status no) {
    if (!isGiven(value)) return;
    if (!truthy(value) && !isPlainNo(value)) return unclear(key);
    const Status meant = truthy(value) ? yes : no;
    lower(meant);
    const QString plain = frontmatter::plainKey(key);
    const bool usual = plain == u"draft"_s || plain == u"published"_s;
    if (usual || plain == u"permalink"_s) values_.remove(key);
    if (!usual) tell(key, meant);
  }

  void readState(const QString& key, const QJsonValue& value) {
    const QString word = valueText(value).trimmed().toLower();
    if (const auto known = statusFromName(word)) {
      lower(*known);
      if (frontmatter::plainKey(key) == u"status"_s)
        values_.remove(key);
      else
        tell(key, *known);
    } else if (isUnlistedWord(word)) {
      lower(Status::Unlisted);
      tell(key, Status::Unlisted);
    } else if (isHeldBackWord(word) || isPlainNo(value)) {
      lower(Status::Draft);
      tell(key, Status::Draft);
    } else if (isGiven(value) && !isPublicWord(word) && !truthy(value)) {
      lower(Status::Draft);
      report_(Level::Warning, u"status.unreadable"_s,
              say("\"%1: %2\" is no state that is known here, so it is not sure whether this is to be "
                  "published. It was taken as a draft.")
                  .arg(key, word.isEmpty() ? u"…"_s : valueText(value).trimmed()),
              key);
    }
  }

  void unclear(const QString& key) {
    lower(Status::Draft);
    report_(Level::Warning, u"status.unreadable"_s,
            say("\"%1\" is neither true nor false, so it is not sure whether this is to be published. It was "
                "taken as a draft.")
                .arg(key),
            key);
  }

  void protectedByPassword(const QString& key) {
    lower(Status::Draft);
    report_(
        Level::Warning, u"status.hidden"_s,
        say("A password protects this (\"%1\"), which no page of files can do: it is a draft here.").arg(key),
        key);
  }

  /// Says why an item is not simply published.
  void tell(const QString& key, Status status) {
    if (status == Status::Draft)
      report_(Level::Note, u"status.hidden"_s,
              say("\"%1\" says that this is not for everyone: it is a draft here.").arg(key), key);
    if (status == Status::Unlisted)
      report_(Level::Note, u"status.unlisted"_s,
              say("\"%1\" keeps this out of lists: it is unlisted here, so only those who know its address "
                  "find it.")
                  .arg(key),
              key);
  }

  /// The key that says the least for publishing counts.
  void lower(Status status) {
    const auto rank = [](Status s) {
      switch (s) {
        case Status::Draft:
          return 0;
        case Status::Unlisted:
          return 1;
        case Status::Scheduled:
          return 2;
        case Status::Published:
          return 3;
      }
      return 0;
    };
    if (rank(status) < rank(status_)) status_ = status;
  }

  QJsonObject& values_;
  const ContentKind& kind_;
  const VisibilityReport& report_;
  Status status_ = Status::Published;
};

}  // namespace

bool isGiven(const QJsonValue& value) {
  return value.isArray() || value.isObject() || !valueText(value).trimmed().isEmpty();
}

bool isNo(const QJsonValue& value) {
  static const QStringList no = {u"false"_s, u"no"_s, u"off"_s, u"never"_s};
  return no.contains(valueText(value).trimmed().toLower());
}

Status readVisibility(QJsonObject& values, const ContentKind& kind, const VisibilityReport& report) {
  return VisibilityReader(values, kind, report).run();
}

}  // namespace offprint
