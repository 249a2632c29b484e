-- Format 5: what texts cite stands among what they point to, so that lists of works know how often each is cited.
-- A program of format 4 may go on using the file: what it stores is counted when this one stores it again.
INSERT OR IGNORE INTO item_link (target, item)
SELECT '@' || key.value, item.id
FROM item JOIN item_text ON item_text.item = item.id, json_each(offprint_cited(item.summary || char(10, 10) || item_text.body)) AS key
WHERE instr(item_text.body, '@') > 0 OR instr(item.summary, '@') > 0;
