/**
 * Schema migrations of the workspace database. The nth migration sets `user_version` to n. A released migration must not be edited.
 * `openWorkspaceFile` defines the SQL function `with_difference_codes`.
 */
export const workspaceMigrations: readonly string[] = [
  `
  CREATE TABLE forms (
    kind TEXT NOT NULL CHECK (kind IN ('draft', 'sent')),
    capability TEXT NOT NULL,
    form TEXT NOT NULL,
    kept_at INTEGER NOT NULL,
    PRIMARY KEY (kind, capability)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE presets (
    id TEXT PRIMARY KEY,
    capability TEXT NOT NULL,
    name TEXT NOT NULL,
    form TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    removed_at INTEGER
  ) STRICT;
  CREATE INDEX presets_of_capability ON presets(capability, changed_at);
  CREATE TABLE prompts (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE,
    capability TEXT NOT NULL,
    used_at INTEGER NOT NULL,
    removed_at INTEGER
  ) STRICT;
  CREATE INDEX prompts_by_time ON prompts(used_at);
  CREATE TABLE contract_changes (
    id INTEGER PRIMARY KEY,
    connection_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    sentences TEXT NOT NULL,
    is_seen INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX changes_of_connection ON contract_changes(connection_id, id);
  `,
  // Replaces sentences with codes. A sentence without a code is kept as `legacy-text`.
  `
  ALTER TABLE contract_changes RENAME COLUMN sentences TO differences;
  UPDATE contract_changes SET differences = with_difference_codes(differences)
  `,
  // Lets a capability have several drafts. The form shows the draft with the highest `shown`.
  `
  CREATE TABLE drafts (
    capability TEXT NOT NULL,
    draft INTEGER NOT NULL,
    form TEXT NOT NULL,
    kept_at INTEGER NOT NULL,
    shown INTEGER NOT NULL,
    PRIMARY KEY (capability, draft)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO drafts (capability, draft, form, kept_at, shown) SELECT capability, 1, form, kept_at, 0 FROM forms WHERE kind = 'draft';
  DELETE FROM forms WHERE kind = 'draft'
  `
]
