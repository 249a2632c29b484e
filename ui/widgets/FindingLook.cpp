#include "ui/widgets/FindingLook.h"

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {

FindingLook lookOf(Finding::Level level) {
  switch (level) {
    case Finding::Level::Error:
      return {u"circle-x"_s, Token::StDanger, say("Error")};
    case Finding::Level::Warning:
      return {u"triangle-alert"_s, Token::StChanged, say("Warning")};
    case Finding::Level::Note:
      break;
  }
  return {u"info"_s, Token::TextTertiary, say("Note")};
}

}  // namespace offprint
