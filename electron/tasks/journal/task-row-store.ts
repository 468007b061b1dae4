import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { inTransaction } from '../../database/in-transaction.ts'
import type { TaskHistoryEvent } from '../machine/history-event.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import { decodeRecord, decodeHistoryEvent, encodeEventKind, encodeRecord } from './record-codec.ts'

/** A task's current state and the event that led to it. */
export type JournalRow = { readonly record: TaskRecord; readonly event: TaskHistoryEvent }

/** Reads and writes the tables of tasks, request bodies and events. */
export type TaskRowStore = {
  /** Runs `work` in one transaction. On return, all its writes are on disk. If `work` throws, nothing is written. */
  readonly inTransaction: (work: () => void) => void
  /** Inserts a task, its body and its event. Call only inside a transaction. */
  readonly insert: (entry: JournalRow) => void
  /** Updates a task, and inserts its event and any new body. Call only inside a transaction. */
  readonly update: (entry: JournalRow) => void
  /** Yields every task in row order, and null for an unreadable row. Yields to the event loop before each page. */
  readonly pages: () => AsyncGenerator<readonly (TaskRecord | null)[]>
  /** Returns a task's readable events, oldest first. */
  readonly history: (taskId: string) => readonly TaskHistoryEvent[]
}

/** Reading this many rows takes the main thread about 2 ms. */
const rowsPerPage = 100

export function createTaskRowStore(database: DatabaseSync): TaskRowStore {
  const insertTask = database.prepare(
    'INSERT INTO tasks (id, connection_id, phase, idempotency_key, task_id, created_at, record) VALUES (?, ?, ?, ?, ?, ?, ?)'
  )
  const updateTask = database.prepare('UPDATE tasks SET phase = ?, idempotency_key = ?, task_id = ?, record = ? WHERE id = ?')
  const insertBody = database.prepare('INSERT INTO attempts (idempotency_key, task, body) VALUES (?, ?, ?)')
  const insertEvent = database.prepare(
    'INSERT INTO events (task, at, kind, phase, http_status, error_type, request_id, note, detail, reference) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'
  )
  // Rows are ordered by rowid, not date. A sort would read every row before it returns the first.
  const selectPage = database.prepare(
    `SELECT tasks.rowid AS place, tasks.record AS record, attempts.body AS body
     FROM tasks LEFT JOIN attempts ON attempts.idempotency_key = tasks.idempotency_key
     WHERE tasks.rowid > ? ORDER BY tasks.rowid LIMIT ${rowsPerPage}`
  )
  const selectEvents = database.prepare(
    'SELECT at, kind, phase, http_status AS httpStatus, error_type AS errorType, request_id AS requestId, note, detail, reference FROM events WHERE task = ? ORDER BY seq'
  )
  const keysWithBody = new Set<string>()
  /** Idempotency keys of the bodies written in the current transaction. After a rollback, the bodies have to be written again. */
  const keysWritten = new Set<string>()

  function addEvent(taskId: string, event: TaskHistoryEvent): void {
    insertEvent.run(
      taskId,
      event.at,
      encodeEventKind(event.kind),
      event.phase,
      event.httpStatus,
      event.errorType,
      event.requestId,
      event.note,
      event.detail === null ? null : JSON.stringify(event.detail),
      event.reference
    )
  }

  function addBody({ id, idempotencyKey, body }: TaskRecord): void {
    if (body === null || keysWithBody.has(idempotencyKey) || keysWritten.has(idempotencyKey)) return
    insertBody.run(idempotencyKey, id, body)
    keysWritten.add(idempotencyKey)
  }

  return {
    inTransaction: (work) => {
      keysWritten.clear()
      inTransaction(database, work)
      for (const key of keysWritten) keysWithBody.add(key)
    },
    insert: ({ record, event }) => {
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
    },
    update: ({ record, event }) => {
      updateTask.run(record.state.phase, record.idempotencyKey, record.taskId, encodeRecord(record), record.id)
      addBody(record)
      addEvent(record.id, event)
    },
    async *pages() {
      // The first `setImmediate` may resolve in the same turn of the event loop. The second one ensures that the first page is read in a
      // new turn.
      await setImmediate()
      for (let place = 0; ;) {
        await setImmediate()
        const rows = selectPage.all(place)
        const last = rows.at(-1)
        if (last === undefined) return
        place = Number(last['place'])
        yield rows.map((row) => {
          const record = readRecord(row)
          if (record !== null && record.body !== null) keysWithBody.add(record.idempotencyKey)
          return record
        })
      }
    },
    history: (taskId) =>
      selectEvents.all(taskId).flatMap((row) => {
        const event = decodeHistoryEvent(row)
        return event === null ? [] : [event]
      })
  }
}

function readRecord(row: Record<string, unknown>): TaskRecord | null {
  try {
    return decodeRecord(String(row['record']), row['body'] === null ? null : String(row['body']))
  } catch {
    return null
  }
}
