#include "app/content/CalloutKinds.h"

#include <algorithm>
#include <iterator>

namespace offprint {
namespace {

// https://docs.github.com/…/basic-writing-and-formatting-syntax#alerts, https://help.obsidian.md/callouts
constexpr CalloutKind kKinds[] = {
    {"note", "note", "Note", "note"},
    {"tip", "tip", "Tip", "tip"},
    {"important", "important", "Important", "important"},
    {"warning", "warning", "Warning", "warning"},
    {"caution", "caution", "Caution", "caution"},
    {"info", "info", "Info", "note"},
    {"seealso", "note", "Note", "note"},
    {"abstract", "abstract", "Abstract", "note"},
    {"summary", "abstract", "Abstract", "note"},
    {"tldr", "abstract", "Abstract", "note"},
    {"todo", "todo", "To do", "note"},
    {"question", "question", "Question", "note"},
    {"help", "question", "Question", "note"},
    {"faq", "question", "Question", "note"},
    {"example", "example", "Example", "note"},
    {"hint", "tip", "Tip", "tip"},
    {"success", "success", "Success", "tip"},
    {"check", "success", "Success", "tip"},
    {"done", "success", "Success", "tip"},
    {"attention", "warning", "Warning", "warning"},
    {"warn", "warning", "Warning", "warning"},
    {"bug", "bug", "Bug", "warning"},
    {"danger", "danger", "Danger", "caution"},
    {"error", "error", "Error", "caution"},
    {"failure", "failure", "Failure", "caution"},
    {"fail", "failure", "Failure", "caution"},
    {"missing", "failure", "Failure", "caution"},
    {"quote", "", "", "quote"},
    {"cite", "", "", "quote"},
};

}  // namespace

const CalloutKind* calloutKind(const QByteArray& word) {
  const QByteArray lower = word.toLower();
  const auto found = std::find_if(std::begin(kKinds), std::end(kKinds),
                                  [&](const CalloutKind& kind) { return lower == kind.word; });
  return found == std::end(kKinds) ? nullptr : found;
}

}  // namespace offprint
