#include "ui/shell/FindingVerbs.h"

#include <algorithm>
#include <array>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {

FindingVerb verbOf(const Finding& finding) {
  const bool inText = finding.line > 0 && !finding.item.isEmpty();
  const auto about = [&finding](const QString& subject) { return finding.code.startsWith(subject); };
  if (finding.code == "image.alt"_L1 && inText) return FindingVerb::WriteAlt;
  if (finding.code == "link.dead"_L1 && inText && !meantTitle(quotedIn(finding.message)).isEmpty())
    return FindingVerb::CreateItem;
  if (about(u"site."_s) || about(u"citation.style"_s)) return FindingVerb::SiteSettings;
  if (finding.item.isEmpty()) return FindingVerb::None;
  if (finding.code == "title.missing"_L1) return FindingVerb::WriteTitle;
  if (finding.code == "work.incomplete"_L1) return FindingVerb::CompleteWork;
  if (finding.code == "work.duplicate"_L1) return FindingVerb::CompareWorks;
  if (finding.code == "schedule.missing"_L1) return FindingVerb::SetTime;
  // What is written in the inspector has no line.
  const std::array subjects = {u"field."_s, u"date."_s,    u"cover."_s, u"slug."_s, u"permalink."_s,
                               u"alias."_s, u"address."_s, u"tag."_s,   u"image."_s};
  if (!inText && std::any_of(subjects.begin(), subjects.end(), about)) return FindingVerb::ShowFields;
  return inText ? FindingVerb::Go : FindingVerb::Open;
}

QString verbName(FindingVerb verb) {
  switch (verb) {
    case FindingVerb::None:
      return {};
    case FindingVerb::Open:
      return say("Open item");
    case FindingVerb::Go:
      return say("Go to line");
    case FindingVerb::WriteAlt:
      return say("Write alt text");
    case FindingVerb::WriteTitle:
      return say("Write title");
    case FindingVerb::CreateItem:
      return say("Create item");
    case FindingVerb::ShowFields:
      return say("Show fields");
    case FindingVerb::SetTime:
      return say("Set time…");
    case FindingVerb::SiteSettings:
      return say("Open settings");
    case FindingVerb::CompareWorks:
      return say("Compare…");
    case FindingVerb::CompleteWork:
      return say("Complete");
  }
  return {};
}

QString quotedIn(const QString& message) {
  const qsizetype start = message.indexOf(u'“');
  const qsizetype end = message.indexOf(u'”', start + 1);
  return start < 0 || end < 0 ? QString() : message.mid(start + 1, end - start - 1);
}

QString meantTitle(const QString& target) {
  const auto foreign = [](QChar c) { return c == u'/' || c == u'#' || c == u'.' || c == u':' || c == u'@'; };
  QString title = target.trimmed();
  if (title.isEmpty() || std::any_of(title.cbegin(), title.cend(), foreign)) return {};
  if (!title.contains(u' ')) {
    // A slug: its words make the title, whose slug it is again.
    title.replace(u'-', u' ');
    title[0] = title[0].toUpper();
  }
  return title;
}

int altColumn(const QString& line, const QString& target) {
  const qsizetype address = line.indexOf(target);
  const qsizetype opening = address < 0 ? -1 : line.lastIndexOf(u"!["_s, address);
  return opening < 0 ? 1 : static_cast<int>(opening) + 3;
}

}  // namespace offprint
