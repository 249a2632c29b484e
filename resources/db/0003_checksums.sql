-- Format 3: a checksum of what people wrote, so that `verify` sees a byte that the disk changed. FORMAT.md has the form.
-- A program that knows nothing of checksums would leave them behind what it writes, and whole texts would count as
-- damaged: older programs keep away.
-- The empty text means that none is known. `offprint_sum` is a function of the program (app/store/Checksums.h).

ALTER TABLE item ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
ALTER TABLE site ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
ALTER TABLE term ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
ALTER TABLE media ADD COLUMN checksum TEXT NOT NULL DEFAULT '';

UPDATE item SET checksum = offprint_sum(uuid, kind, slug, status, trashed, pinned, version, created, modified, words,
  date_key, title_key, filter_key, title, date, updated, publish_at, language, summary, excerpt, authors, tags, topics,
  series, series_part, cover, cover_alt, aliases, permalink, fields,
  (SELECT body FROM item_text WHERE item_text.item = item.id),
  (SELECT extra FROM item_text WHERE item_text.item = item.id));
UPDATE site SET checksum = offprint_sum(content);
UPDATE term SET checksum = offprint_sum(type, name, slug, description);
UPDATE media SET checksum = offprint_sum(path, path_key, sha256, mime_type, bytes, width, height, alt, caption, credit,
  decorative, created);
UPDATE meta SET value = '3' WHERE key = 'min_compatible';
