#include "app/store/Terms.h"

#include "app/content/Slug.h"
#include "app/store/Checksums.h"
#include "app/store/Database.h"

using namespace Qt::StringLiterals;

namespace offprint::terms {
namespace {

/// The parts of a nested topic stay apart.
QString slugOf(const QString& name) {
  QStringList parts;
  for (const QString& part : name.split(u'/'))
    parts.append(slugify(part));
  return parts.join(u'/');
}

}  // namespace

Result<void> keepAddress(Database& database, const QString& type, const QString& name) {
  auto known = database.number("SELECT count(*) FROM term WHERE type = ? AND name = ?", type, name);
  if (!known) return known.error();
  if (*known > 0) return {};
  std::optional<Error> failed;
  const QString slug = uniqueSlug(slugOf(name), [&](const QString& candidate) {
    auto taken = database.number("SELECT count(*) FROM term WHERE type = ? AND slug = ?", type, candidate);
    if (!taken) failed = taken.error();
    return taken.value_or(0) > 0;
  });
  if (failed) return *failed;
  OFFPRINT_TRY(database.run("INSERT INTO term (type, name, slug) VALUES (?, ?, ?)", type, name, slug));
  return checksums::putTerm(database, type, name);
}

Result<void> put(Database& database, const ContentItem& item) {
  OFFPRINT_TRY(database.run("DELETE FROM item_term WHERE item = ?", item.id.value));
  const auto add = [&](const QString& type, const QString& name) -> Result<void> {
    if (name.isEmpty()) return {};
    OFFPRINT_TRY(database.run("INSERT OR IGNORE INTO item_term (type, name, item) VALUES (?, ?, ?)", type,
                              name, item.id.value));
    return keepAddress(database, type, name);
  };
  for (const QString& tag : item.tags)
    OFFPRINT_TRY(add(u"tag"_s, tag));
  for (const QString& topic : item.topics)
    OFFPRINT_TRY(add(u"topic"_s, topic));
  return add(u"series"_s, item.series);
}

}  // namespace offprint::terms
