#pragma once
#include "app/content/Finding.h"
#include "ui/widgets/Appearance.h"

namespace offprint {

/// How a level of findings looks wherever the window shows one: told apart by shape as well as by colour.
struct FindingLook {
  QString icon;
  Token ink = Token::TextTertiary;
  QString name;  ///< "Warning", for screen readers
};

FindingLook lookOf(Finding::Level level);

}  // namespace offprint
