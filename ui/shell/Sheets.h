#pragma once
#include <QString>

#include "ui/shell/ShellContext.h"

class QWidget;

namespace offprint {

/// Preferences ▸ appearance, contrast, text size, bars. Applied at once.
void openPreferences(const ShellContext& context, QWidget* window);
/// Every command with its keys, searchable.
void openKeyboardHelp(const ShellContext& context, QWidget* window);
void openAbout(const ShellContext& context, QWidget* window);

}  // namespace offprint
