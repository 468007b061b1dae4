import { DatabaseSync } from 'node:sqlite'

/**
 * Node's options, and SQL that runs first. `timeout`: maximum time, in milliseconds, that SQLite waits for another program's lock. The
 * thread is blocked meanwhile.
 */
type Connection = { readonly timeout: number; readonly readOnly?: true; readonly setUp?: string }

/** Maximum wait on the main thread. Short, because the wait blocks the thread. */
const mainThreadWaitInMs = 20

// Without fullfsync, macOS leaves the last writes in the drive's cache.
const flushDrive = process.platform === 'darwin' ? '; PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1' : ''
/** Every commit is on disk before it returns. */
const durable = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL${flushDrive}`
/** A power cut may lose the last commits, but doesn't damage the file. */
const consistent = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL'

const connections = {
  journal: { timeout: mainThreadWaitInMs, setUp: durable },
  // A writable connection would merge the write-ahead log into the file when it closes.
  'journal-check': { timeout: mainThreadWaitInMs, readOnly: true },
  'journal-copy': { timeout: 5_000, readOnly: true },
  workspace: { timeout: mainThreadWaitInMs, setUp: consistent },
  // Lost commits are imported again from the folder and the journal.
  'library-index': { timeout: 2_000, setUp: `${consistent}; PRAGMA cache_size = -32000` },
  'library-index-check': { timeout: 2_000, readOnly: true },
  // The transaction is the lock. It lasts until the connection is closed.
  'data-folder-lock': {
    timeout: mainThreadWaitInMs,
    setUp: 'PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE'
  }
} as const satisfies { readonly [purpose: string]: Connection }

/**
 * Purpose of a connection. It determines how long SQLite waits for locks and what a power cut may lose. It also determines whether the
 * connection may write.
 */
export type DatabasePurpose = keyof typeof connections

/**
 * Opens a SQLite file, or creates it unless the purpose is read-only. The path `:memory:` opens an empty database in memory. The caller
 * closes the connection. Foreign keys are enforced. Extensions and changes to SQLite's own tables are disabled.
 * @throws SQLite's error
 */
export function openDatabase(path: string, purpose: DatabasePurpose): DatabaseSync {
  const { setUp, ...options }: Connection = connections[purpose]
  const database = new DatabaseSync(path, { ...options, enableForeignKeyConstraints: true, allowExtension: false, defensive: true })
  try {
    if (setUp !== undefined) database.exec(setUp)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
