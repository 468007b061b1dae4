import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Batch } from '../../shared/batch/batch.ts'
import type { StoryEvent } from '../core/story.ts'
import type { TaskRecord } from '../core/task-record.ts'
import { JournalError } from './journal-errors.ts'
import { migrations } from './migrations.ts'
import { decodeBatch, decodeRecord, decodeStory, encodeRecord } from './record-codec.ts'

/** A task as it is now, and what happened to it. */
export type JournalEntry = { readonly record: TaskRecord; readonly event: StoryEvent }

/** The memory that survives everything. Every method is durable when it returns; all are synchronous. */
export type Journal = {
  /** Every task, oldest first. */
  readonly load: () => readonly TaskRecord[]
  readonly insert: (record: TaskRecord, event: StoryEvent) => void
  /** One transaction: all of them, in this order, or none. */
  readonly write: (entries: readonly JournalEntry[]) => void
  /** One transaction: the batch and every task of it, or nothing. */
  readonly insertBatch: (batch: Batch, entries: readonly JournalEntry[]) => void
  readonly writeBatch: (batch: Batch) => void
  /** Oldest first. */
  readonly batches: () => readonly Batch[]
  /** Oldest first. */
  readonly story: (taskId: string) => readonly StoryEvent[]
  readonly digestOf: (file: { path: string; bytes: number; modifiedAt: number }) => string | null
  readonly rememberDigest: (file: { path: string; bytes: number; modifiedAt: number; sha256: string }) => void
  /** The address of an earlier upload of the same bytes for the same field, not older than `since` (milliseconds since 1970). */
  readonly uploadOf: (key: UploadKey, since: number) => string | null
  readonly rememberUpload: (key: UploadKey, fileUrl: string, at: number) => void
  /** Of one capability, or of all. */
  readonly forgetUploads: (connectionId: string, capability?: string) => void
  /** Writes a whole copy to a path where nothing is yet; what is written meanwhile is not in it. */
  readonly backUp: (target: string) => void
  readonly close: () => void
}

/** One upload serves one field of one capability on one connection (spec section 2.3). */
export type UploadKey = { readonly connectionId: string; readonly sha256: string; readonly capability: string; readonly parameter: string }

/** @throws JournalError when the file is damaged or of a newer Kiln; it is left as it is then. */
export function openJournal(path: string): Journal {
  const database = openDatabase(path)
  const insertTask = database.prepare(
    'INSERT INTO tasks (id, connection_id, phase, idempotency_key, task_id, created_at, record) VALUES (?, ?, ?, ?, ?, ?, ?)'
  )
  const updateTask = database.prepare('UPDATE tasks SET phase = ?, idempotency_key = ?, task_id = ?, record = ? WHERE id = ?')
  const insertBody = database.prepare('INSERT INTO attempts (idempotency_key, task, body) VALUES (?, ?, ?)')
  const insertEvent = database.prepare(
    'INSERT INTO events (task, at, kind, phase, http_status, error_type, request_id, note, reference) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'
  )
  const selectTasks = database.prepare(
    'SELECT tasks.record AS record, attempts.body AS body FROM tasks LEFT JOIN attempts ON attempts.idempotency_key = tasks.idempotency_key ORDER BY tasks.created_at, tasks.rowid'
  )
  const selectEvents = database.prepare(
    'SELECT at, kind, phase, http_status AS httpStatus, error_type AS errorType, request_id AS requestId, note, reference FROM events WHERE task = ? ORDER BY seq'
  )
  const selectDigest = database.prepare('SELECT sha256 FROM digests WHERE path = ? AND bytes = ? AND modified_at = ?')
  const upsertDigest = database.prepare('INSERT OR REPLACE INTO digests (path, bytes, modified_at, sha256) VALUES (?, ?, ?, ?)')
  const selectUpload = database.prepare(
    'SELECT file_url AS fileUrl FROM uploads WHERE connection_id = ? AND sha256 = ? AND capability = ? AND parameter = ? AND uploaded_at >= ?'
  )
  const upsertUpload = database.prepare(
    'INSERT OR REPLACE INTO uploads (connection_id, sha256, capability, parameter, file_url, uploaded_at) VALUES (?, ?, ?, ?, ?, ?)'
  )
  const deleteUploads = database.prepare('DELETE FROM uploads WHERE connection_id = ? AND capability = coalesce(?, capability)')
  const insertBatchRow = database.prepare('INSERT INTO batches (id, connection_id, created_at, record) VALUES (?, ?, ?, ?)')
  const updateBatch = database.prepare('UPDATE batches SET record = ? WHERE id = ?')
  const selectBatches = database.prepare('SELECT record FROM batches ORDER BY created_at, rowid')
  const keysWithBody = new Set<string>()

  function inTransaction(work: () => void): void {
    database.exec('BEGIN IMMEDIATE')
    try {
      work()
      database.exec('COMMIT')
    } catch (error) {
      // A failed commit (a full disk, say) may have ended the transaction already.
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }

  function addEvent(taskId: string, event: StoryEvent): void {
    insertEvent.run(
      taskId,
      event.at,
      event.kind,
      event.phase,
      event.httpStatus,
      event.errorType,
      event.requestId,
      event.note,
      event.reference
    )
  }

  function addBody(record: TaskRecord): void {
    if (record.body !== null && !keysWithBody.has(record.idempotencyKey)) insertBody.run(record.idempotencyKey, record.id, record.body)
  }

  function addTask({ record, event }: JournalEntry): void {
    insertTask.run(
      record.id,
      record.connectionId,
      record.state.phase,
      record.idempotencyKey,
      record.taskId,
      Math.trunc(record.createdAt),
      encodeRecord(record)
    )
    addBody(record)
    addEvent(record.id, event)
  }

  /** Only after the commit: a body whose transaction was rolled back has to be written again. */
  function noteBody(record: TaskRecord): void {
    if (record.body !== null) keysWithBody.add(record.idempotencyKey)
  }

  return {
    load: () =>
      selectTasks.all().map((row) => {
        const record = readOr(path, 'A task', () => decodeRecord(String(row['record']), row['body'] === null ? null : String(row['body'])))
        noteBody(record)
        return record
      }),
    insert: (record, event) => {
      inTransaction(() => addTask({ record, event }))
      noteBody(record)
    },
    write: (entries) => {
      const keysWritten = new Set<string>()
      inTransaction(() => {
        for (const { record, event } of entries) {
          updateTask.run(record.state.phase, record.idempotencyKey, record.taskId, encodeRecord(record), record.id)
          if (!keysWritten.has(record.idempotencyKey)) addBody(record)
          if (record.body !== null) keysWritten.add(record.idempotencyKey)
          addEvent(record.id, event)
        }
      })
      for (const { record } of entries) noteBody(record)
    },
    insertBatch: (batch, entries) => {
      inTransaction(() => {
        insertBatchRow.run(batch.id, batch.connectionId, Math.trunc(batch.createdAt), JSON.stringify(batch))
        for (const entry of entries) addTask(entry)
      })
      for (const { record } of entries) noteBody(record)
    },
    writeBatch: (batch) => {
      updateBatch.run(JSON.stringify(batch), batch.id)
    },
    batches: () => selectBatches.all().map((row) => readOr(path, 'A batch', () => decodeBatch(String(row['record'])))),
    story: (taskId) => selectEvents.all(taskId).map(decodeStory),
    digestOf: (file) => (selectDigest.get(file.path, file.bytes, file.modifiedAt)?.['sha256'] as string | undefined) ?? null,
    rememberDigest: (file) => {
      upsertDigest.run(file.path, file.bytes, file.modifiedAt, file.sha256)
    },
    uploadOf: (key, since) =>
      (selectUpload.get(key.connectionId, key.sha256, key.capability, key.parameter, Math.trunc(since))?.['fileUrl'] as
        | string
        | undefined) ?? null,
    rememberUpload: (key, fileUrl, at) => {
      upsertUpload.run(key.connectionId, key.sha256, key.capability, key.parameter, fileUrl, Math.trunc(at))
    },
    forgetUploads: (connectionId, capability) => {
      deleteUploads.run(connectionId, capability ?? null)
    },
    backUp: (target) => {
      database.prepare('VACUUM INTO ?').run(target)
    },
    close: () => database.close()
  }
}

function openDatabase(path: string): DatabaseSync {
  if (existsSync(path)) judgeFile(path)
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { timeout: 5_000 })
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    // Without these two, macOS leaves the last writes in the drive's cache.
    if (process.platform === 'darwin') database.exec('PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1')
  } catch (error) {
    database?.close()
    throw damaged(path, error)
  }
  try {
    migrate(database)
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

/**
 * Through a connection that can't write: another one brings what lies in the write-ahead log into the file when it is closed.
 * @throws JournalError when the file can't be used as it is; not a byte of it has changed then.
 */
function judgeFile(path: string): void {
  let version: number
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { timeout: 5_000, readOnly: true })
    version = versionOf(database)
    // What a newer Kiln made of it need not look sound to this one.
    const check = version > migrations.length ? 'ok' : database.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
    if (check !== 'ok') throw new Error(String(check))
  } catch (error) {
    throw damaged(path, error)
  } finally {
    database?.close()
  }
  if (version > migrations.length) {
    throw new JournalError(
      'newer',
      path,
      `The journal at ${path} was written by a newer Kiln. It was left untouched: start that Kiln, or update this one.`
    )
  }
}

function damaged(path: string, cause: unknown): JournalError {
  const message = `The journal at ${path} cannot be read. It was left as it is, so that nothing in it is lost.`
  return new JournalError('damaged', path, message, cause)
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
}

function migrate(database: DatabaseSync): void {
  const version = versionOf(database)
  for (const [index, step] of migrations.entries()) {
    if (index < version) continue
    database.exec(`BEGIN IMMEDIATE; ${step}; PRAGMA user_version = ${index + 1}; COMMIT`)
  }
}

/** `what`: for the sentence that says what can't be read. */
function readOr<T>(path: string, what: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new JournalError(
      'damaged',
      path,
      `${what} in the journal at ${path} cannot be read. The journal was left as it is, so that nothing in it is lost.`,
      error
    )
  }
}
