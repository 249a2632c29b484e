#pragma once
#include <QByteArray>

namespace offprint {

/// What readers call a language that a block of code names: "C++" for "cpp". A name that is not known is
/// shown as it is written.
QByteArray codeLanguageName(const QByteArray& written);

}  // namespace offprint
