-- Format 2: what the last export of the site to a folder held, so that lists can say what the next one changes.
-- Formats 1 and 2 differ in this table alone; a program of format 1 may go on using the file.
CREATE TABLE exported (
  item INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL,
  since TEXT NOT NULL
);
