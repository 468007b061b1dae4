/** Version of the index schema. An index file with another version is deleted and filled again from the folder and the journal. */
export const indexVersion = 1

export const indexSchema = `
  CREATE TABLE items (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    task TEXT,
    capability TEXT NOT NULL,
    capability_title TEXT NOT NULL,
    medium TEXT NOT NULL,
    content_type TEXT NOT NULL,
    path TEXT NOT NULL,
    file_name TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    modified_at REAL,
    sha256 TEXT NOT NULL,
    width INTEGER,
    height INTEGER,
    seconds REAL,
    made_at REAL NOT NULL,
    day INTEGER NOT NULL,
    title TEXT NOT NULL,
    prompt TEXT,
    connection_id TEXT,
    state TEXT NOT NULL,
    stars INTEGER NOT NULL,
    tags TEXT NOT NULL,
    collections TEXT NOT NULL
  ) STRICT;
  CREATE INDEX items_of_state ON items(state) WHERE state <> 'here';
  CREATE TABLE recipes (key INTEGER PRIMARY KEY, recipe TEXT NOT NULL) STRICT;
  CREATE INDEX items_of_path ON items(path);
  CREATE INDEX items_of_digest ON items(sha256);
  CREATE TABLE parents (child INTEGER NOT NULL, parent TEXT NOT NULL, PRIMARY KEY (child, parent)) STRICT, WITHOUT ROWID;
  CREATE INDEX children_of ON parents(parent);
  CREATE TABLE unwritten (key INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE collections (id INTEGER PRIMARY KEY, name TEXT NOT NULL, created_at REAL NOT NULL) STRICT;
  CREATE VIRTUAL TABLE words USING fts5(
    title, prompt, parameters, capability, tags, file_name,
    content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
  );
  PRAGMA user_version = ${indexVersion};
`
