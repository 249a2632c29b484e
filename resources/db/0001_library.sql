-- Format 1. See FORMAT.md. `min_compatible` is the oldest format number a program must know to use this file.

CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO meta (key, value) VALUES ('min_compatible', '1');

-- An item without its text, so that lists never read bodies. `*_key` columns are what lists sort and filter by.
CREATE TABLE item (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  slug TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'scheduled', 'published', 'unlisted')),
  trashed TEXT,
  pinned INTEGER NOT NULL,
  version INTEGER NOT NULL,
  created TEXT NOT NULL,
  modified TEXT NOT NULL,
  words INTEGER NOT NULL,
  date_key TEXT NOT NULL,
  title_key TEXT NOT NULL,
  filter_key TEXT NOT NULL,
  title TEXT NOT NULL,
  date TEXT NOT NULL,
  updated TEXT NOT NULL,
  publish_at TEXT,
  language TEXT NOT NULL,
  summary TEXT NOT NULL,
  excerpt TEXT NOT NULL,
  authors TEXT NOT NULL CHECK (json_valid(authors)),
  tags TEXT NOT NULL CHECK (json_valid(tags)),
  topics TEXT NOT NULL CHECK (json_valid(topics)),
  series TEXT NOT NULL,
  series_part INTEGER NOT NULL,
  cover TEXT NOT NULL,
  cover_alt TEXT NOT NULL,
  aliases TEXT NOT NULL CHECK (json_valid(aliases)),
  permalink TEXT NOT NULL,
  fields TEXT NOT NULL CHECK (json_valid(fields)),
  citation_key TEXT GENERATED ALWAYS AS (json_extract(fields, '$.citationKey')) VIRTUAL
);
CREATE UNIQUE INDEX item_address ON item (kind, slug) WHERE trashed IS NULL;
CREATE INDEX item_citation ON item (citation_key) WHERE citation_key IS NOT NULL;
CREATE INDEX item_trash ON item (trashed) WHERE trashed IS NOT NULL;
CREATE INDEX item_modified ON item (modified, id) WHERE trashed IS NULL;
CREATE INDEX item_date ON item (date_key, id) WHERE trashed IS NULL;
CREATE INDEX item_title ON item (title_key, id) WHERE trashed IS NULL;
CREATE INDEX item_words ON item (words, id) WHERE trashed IS NULL;
CREATE INDEX item_status ON item (status, modified, id) WHERE trashed IS NULL;
CREATE INDEX item_kind_status ON item (kind, status, modified, id) WHERE trashed IS NULL;

CREATE TABLE item_text (
  item INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
  body TEXT NOT NULL,
  extra TEXT NOT NULL CHECK (json_valid(extra))
);

-- Tags, topics and the series of items, once more as rows.
CREATE TABLE item_term (
  type TEXT NOT NULL CHECK (type IN ('tag', 'topic', 'series')),
  name TEXT NOT NULL,
  item INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
  PRIMARY KEY (type, name, item)
) WITHOUT ROWID;
CREATE INDEX item_term_item ON item_term (item);

-- What items point to: "kind/slug" and "slug" of [[links]] and item fields, "/address/" of links.
CREATE TABLE item_link (
  target TEXT NOT NULL,
  item INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
  PRIMARY KEY (target, item)
) WITHOUT ROWID;
CREATE INDEX item_link_item ON item_link (item);

-- A term keeps its address from its first use on, so that a later one like it cannot take it over.
CREATE TABLE term (
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  slug TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (type, name)
) WITHOUT ROWID;
CREATE UNIQUE INDEX term_address ON term (type, slug);

-- Full text. Scripts without spaces are indexed by the character: U+2063 stands between their characters.
CREATE VIRTUAL TABLE search USING fts5 (
  title, body, fields, tags,
  tokenize = "unicode61 remove_diacritics 2",
  prefix = '2 3'
);

CREATE TABLE revision (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  item INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
  reason TEXT NOT NULL,
  name TEXT NOT NULL,
  created TEXT NOT NULL,
  words INTEGER NOT NULL,
  hash TEXT NOT NULL,
  content BLOB NOT NULL
);
CREATE INDEX revision_item ON revision (item, id);

CREATE TABLE media (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path TEXT NOT NULL UNIQUE,
  path_key TEXT NOT NULL UNIQUE,
  sha256 TEXT NOT NULL,
  mime_type TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  alt TEXT NOT NULL DEFAULT '',
  caption TEXT NOT NULL DEFAULT '',
  credit TEXT NOT NULL DEFAULT '',
  decorative INTEGER NOT NULL DEFAULT 0,
  created TEXT NOT NULL
);
CREATE INDEX media_content ON media (sha256);

-- Contents without a name since a moment; their bytes are kept for a while, for undo and for backups/.
CREATE TABLE media_removed (
  sha256 TEXT PRIMARY KEY,
  since TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE site (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  content TEXT NOT NULL CHECK (json_valid(content))
);

CREATE TABLE state (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value))
) WITHOUT ROWID;

CREATE TABLE redirect (
  source TEXT PRIMARY KEY,
  target TEXT NOT NULL,
  reason TEXT NOT NULL,
  since TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX redirect_target ON redirect (target);

CREATE TABLE import_record (
  source TEXT NOT NULL,
  path TEXT NOT NULL,
  entry TEXT NOT NULL,
  item INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
  source_hash TEXT NOT NULL,
  item_version INTEGER NOT NULL,
  PRIMARY KEY (source, path, entry)
) WITHOUT ROWID;
CREATE INDEX import_record_item ON import_record (item);

CREATE TABLE import_report (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  created TEXT NOT NULL,
  content TEXT NOT NULL CHECK (json_valid(content))
);
