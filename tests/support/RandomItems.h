#pragma once
#include <QRandomGenerator>

#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"

namespace offprint::test {

/// Items with odd but possible values, the same for the same seed: quotes, colons, YAML's special words,
/// scripts from right to left, emoji, text that looks like front matter, unknown keys that bear our own
/// names.
class RandomItems {
 public:
  RandomItems(const KindCatalog& kinds, quint32 seed) : kinds_(kinds), random_(seed) {}

  ContentItem item();
  QString line();  ///< one line, not empty
  QString body();
  int below(int limit) { return static_cast<int>(random_.bounded(limit)); }
  bool chance(int percent) { return below(100) < percent; }

 private:
  QJsonValue field(const FieldSpec& spec);
  QJsonValue stranger(int depth);
  QStringList words(int most);
  Date date();

  const KindCatalog& kinds_;
  QRandomGenerator random_;
  int count_ = 0;
};

}  // namespace offprint::test
