#pragma once
#include "ui/widgets/Appearance.h"

namespace offprint {

class Spelling;

/// Opens the author's own words: those that were added to the dictionary, to be taken back, and a field to
/// add more. Applies at once.
void openWordsSheet(Appearance& look, Spelling& spelling, QWidget* window);

}  // namespace offprint
