/**
 * Migrations of the journal's schema. The nth migration leads to `user_version` n. Never edit a released migration. Append a new one.
 * `migrateJournal` defines the SQL functions.
 */
export const journalMigrations: readonly string[] = [
  `
  CREATE TABLE tasks (
    id TEXT PRIMARY KEY,
    connection_id TEXT NOT NULL,
    phase TEXT NOT NULL,
    idempotency_key TEXT NOT NULL UNIQUE,
    task_id TEXT,
    created_at INTEGER NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE TABLE attempts (
    idempotency_key TEXT PRIMARY KEY,
    task TEXT NOT NULL REFERENCES tasks(id),
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    task TEXT NOT NULL REFERENCES tasks(id),
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    phase TEXT NOT NULL,
    http_status INTEGER,
    error_type TEXT,
    request_id TEXT,
    note TEXT,
    reference TEXT
  ) STRICT;
  CREATE INDEX events_of_task ON events(task, seq);
  CREATE TABLE digests (
    path TEXT PRIMARY KEY,
    bytes INTEGER NOT NULL,
    modified_at REAL NOT NULL,
    sha256 TEXT NOT NULL
  ) STRICT;
  CREATE TABLE uploads (
    connection_id TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    capability TEXT NOT NULL,
    parameter TEXT NOT NULL,
    file_url TEXT NOT NULL,
    uploaded_at INTEGER NOT NULL,
    PRIMARY KEY (connection_id, sha256, capability, parameter)
  ) STRICT;
  `,
  `
  CREATE TABLE batches (
    id TEXT PRIMARY KEY,
    connection_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
  `,
  // Replaces sentences with codes. A sentence without a code is kept.
  `
  ALTER TABLE events ADD COLUMN detail TEXT;
  UPDATE tasks SET record = with_failure_code(record) WHERE instr(record, '"failure":{') > 0;
  UPDATE events SET detail = detail_of_note(note), note = NULL
  WHERE kind IN ('submitted', 'questioned', 'cancelled') AND detail_of_note(note) IS NOT NULL
  `,
  // Replaces row names, batch titles and the reasons for rejected upload commands with codes.
  `
  UPDATE tasks SET record = with_name_codes(record)
  WHERE instr(record, '"batch":{') > 0 OR instr(record, '"upload-command-rejected"') > 0;
  UPDATE batches SET record = with_title_code(record)
  `,
  // Adds the provenance to tasks, and the axes of a grid to batches.
  `
  UPDATE tasks SET record = with_provenance(record);
  UPDATE batches SET record = without_axes(record)
  `
]
