-- Format 4: where the site is published, and what was published when. Secrets are in no table.
-- Formats 3 and 4 differ in these tables alone; a program of format 3 may go on using the file.
CREATE TABLE target (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  settings TEXT NOT NULL CHECK (json_valid(settings))
);
-- The name of the target is repeated, so that the history outlives the target.
CREATE TABLE deployment (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  parent TEXT NOT NULL,
  target TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('publish', 'rollback')),
  confirmed INTEGER NOT NULL,
  made TEXT NOT NULL,
  note TEXT NOT NULL,
  revision TEXT NOT NULL,
  url TEXT NOT NULL,
  sent INTEGER NOT NULL,
  removed INTEGER NOT NULL,
  file_count INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  files BLOB NOT NULL,
  items BLOB NOT NULL
);
CREATE INDEX deployment_target ON deployment (target, id);
