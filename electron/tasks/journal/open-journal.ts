import { setTimeout } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { Batch } from '../../../shared/form/batch/batch.ts'
import type { TaskHistoryEvent } from '../machine/history-event.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import { handleCopiedJournal, type CopyDetectionOptions } from './handle-copied-journal.ts'
import { journalErrorFrom } from './journal-errors.ts'
import { openJournalDatabase } from './open-journal-database.ts'
import { decodeBatch } from './record-codec.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import { createTaskRowStore, type JournalRow } from './task-row-store.ts'

export type { JournalRow } from './task-row-store.ts'

/** The durable task store. Every write is durable when it returns. */
export type Journal = {
  /** Reads all readable tasks, oldest first. Yields to the event loop. */
  readonly load: () => Promise<readonly TaskRecord[]>
  /**
   * Returns the number of unreadable rows. The rows are kept, and their IDs and idempotency keys stay reserved. Known once `load` has
   * resolved.
   */
  readonly unreadable: () => { readonly tasks: number; readonly batches: number }
  readonly insert: (record: TaskRecord, event: TaskHistoryEvent) => void
  /** Atomic: writes all entries in this order, or none. */
  readonly write: (entries: readonly JournalRow[]) => void
  /** Atomic: inserts the batch and all its tasks, or nothing. */
  readonly insertBatch: (batch: Batch, entries: readonly JournalRow[]) => void
  readonly writeBatch: (batch: Batch) => void
  /** Returns every batch that can be read, oldest first. */
  readonly batches: () => readonly Batch[]
  /** Returns a task's readable events, oldest first. */
  readonly history: (taskId: string) => readonly TaskHistoryEvent[]
  readonly digestOf: (file: { path: string; bytes: number; modifiedAt: number }) => string | null
  readonly rememberDigest: (file: { path: string; bytes: number; modifiedAt: number; sha256: string }) => void
  /**
   * Returns the URL of an earlier upload with the same bytes and field. Null if there is no upload since `since`, in milliseconds since
   * 1970.
   */
  readonly uploadOf: (key: UploadKey, since: number) => string | null
  readonly rememberUpload: (key: UploadKey, fileUrl: string, at: number) => void
  /** Returns a value from the `meta` table. Null if it was never written. The names are stored, so don't rename them. */
  readonly meta: (name: string) => string | null
  readonly writeMeta: (name: string, value: string) => void
  /** Removes the remembered uploads of one capability, or of all capabilities. */
  readonly forgetUploads: (connectionId: string, capability?: string) => void
  readonly close: () => void
}

/** The identity of an upload, which serves one field of one capability on one connection (spec section 2.3). */
export type UploadKey = { readonly connectionId: string; readonly sha256: string; readonly capability: string; readonly parameter: string }

export type OpenJournalOptions = CopyDetectionOptions & {
  /** Number of attempts to open a locked journal, one every quarter of a second. The default is 40, about 10 s. */
  readonly triesWhenBusy?: number
}

/** Opens the journal. Creates or migrates the file if necessary. @throws JournalError. A damaged or newer file is left unchanged. */
export function openJournal(path: string, options: OpenJournalOptions): Promise<Journal> {
  return retryWhileBusy(
    () => openOnce(path, options),
    () => setTimeout(250),
    options.triesWhenBusy ?? 40
  )
}

async function openOnce(path: string, options: OpenJournalOptions): Promise<Journal> {
  const database = await openJournalDatabase(path)
  try {
    const rows = createTaskRowStore(database)
    await handleCopiedJournal(database, path, rows, options)
    return journalOn(database, path, rows)
  } catch (error) {
    database.close()
    throw journalErrorFrom(path, error)
  }
}

function journalOn(database: DatabaseSync, path: string, rows: ReturnType<typeof createTaskRowStore>): Journal {
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
  const selectMeta = database.prepare('SELECT value FROM meta WHERE name = ?')
  const upsertMeta = database.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)')
  let unreadable = { tasks: 0, batches: 0 }

  function batches(): readonly (Batch | null)[] {
    return selectBatches.all().map((row) => readBatch(String(row['record'])))
  }

  return {
    load: async () => {
      const tasks: TaskRecord[] = []
      let unreadableTasks = 0
      try {
        const all = batches()
        const known = new Set(all.map((batch) => batch?.id))
        for await (const page of rows.pages()) {
          for (const record of page) {
            if (record === null) unreadableTasks += 1
            // A task whose batch can't be read continues as a single task.
            else insertByAge(tasks, record.batch === null || known.has(record.batch.id) ? record : { ...record, batch: null })
          }
        }
        unreadable = { tasks: unreadableTasks, batches: all.filter((batch) => batch === null).length }
      } catch (error) {
        throw journalErrorFrom(path, error)
      }
      return tasks
    },
    unreadable: () => unreadable,
    insert: (record, event) => rows.inTransaction(() => rows.insert({ record, event })),
    write: (entries) => rows.inTransaction(() => entries.forEach(rows.update)),
    insertBatch: (batch, entries) =>
      rows.inTransaction(() => {
        insertBatchRow.run(batch.id, batch.connectionId, Math.trunc(batch.createdAt), JSON.stringify(batch))
        entries.forEach(rows.insert)
      }),
    writeBatch: (batch) => {
      updateBatch.run(JSON.stringify(batch), batch.id)
    },
    batches: () => batches().filter((batch) => batch !== null),
    history: rows.history,
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
    meta: (name) => (selectMeta.get(name)?.['value'] as string | undefined) ?? null,
    writeMeta: (name, value) => {
      upsertMeta.run(name, value)
    },
    forgetUploads: (connectionId, capability) => {
      deleteUploads.run(connectionId, capability ?? null)
    },
    close: () => database.close()
  }
}

/**
 * Inserts a task in creation order. Most tasks are appended, because the rows are almost sorted. Sorting all tasks at the end would block
 * the main thread.
 */
function insertByAge(tasks: TaskRecord[], record: TaskRecord): void {
  const createdAt = Math.trunc(record.createdAt)
  const isOlder = (other: TaskRecord | undefined): boolean => other !== undefined && Math.trunc(other.createdAt) <= createdAt
  if (tasks.length === 0 || isOlder(tasks.at(-1))) {
    tasks.push(record)
    return
  }
  let [from, until] = [0, tasks.length]
  while (from < until) {
    const middle = (from + until) >> 1
    if (isOlder(tasks[middle])) from = middle + 1
    else until = middle
  }
  tasks.splice(from, 0, record)
}

/** Parses a batch. Null if `text` isn't a valid batch. */
function readBatch(text: string): Batch | null {
  try {
    return decodeBatch(text)
  } catch {
    return null
  }
}
