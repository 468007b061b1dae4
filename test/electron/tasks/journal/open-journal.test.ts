import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Batch } from '../../../../shared/form/batch/batch.ts'
import type { TaskHistoryEvent } from '../../../../electron/tasks/machine/history-event.ts'
import { journalMigrations } from '../../../../electron/tasks/journal/migrations.ts'
import { openJournalDatabase } from '../../../../electron/tasks/journal/open-journal-database.ts'
import type { JournalRow } from '../../../../electron/tasks/journal/open-journal.ts'
import type { TaskRecord } from '../../../../electron/tasks/machine/task-record.ts'
import { runningTask, sampleBody, sampleTask, sentTask } from '../machine/sample-task.ts'
import { hasKilledItself } from '../../../crash/has-killed-itself.ts'
import { openTestJournal } from './open-test-journal.ts'

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-journal-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'journal.db')
}

async function openAndClose(path: string): Promise<void> {
  const journal = await openTestJournal(path)
  journal.close()
}

const asked: TaskHistoryEvent = {
  at: 1_000,
  kind: 'asked',
  phase: 'queued',
  httpStatus: null,
  errorType: null,
  requestId: null,
  note: null,
  detail: null,
  reference: 'key-1'
}

describe('the journal', () => {
  it('waits only briefly for another program’s lock, because the main thread is blocked', async () => {
    const database = await openJournalDatabase(await scratch())
    onTestFinished(() => database.close())
    expect(database.prepare('PRAGMA busy_timeout').get()?.['timeout']).toBeLessThanOrEqual(100)
  })

  it('returns every task as it was saved, with the exact body and its timeline', async () => {
    const path = await scratch()
    const journal = await openTestJournal(path)
    journal.insert(sampleTask(), asked)
    journal.write([{ record: sentTask(), event: { ...asked, kind: 'sending', phase: 'submitting' } }])
    journal.write([
      { record: runningTask(), event: { ...asked, kind: 'submitted', phase: 'running', httpStatus: 200, requestId: 'req-1' } }
    ])
    journal.close()
    const again = await openTestJournal(path)
    expect(await again.load()).toEqual([runningTask()])
    expect(again.history('task-1').map((event) => event.kind)).toEqual(['asked', 'sending', 'submitted'])
    again.close()
  })

  it('is saved when a write returns, so that a kill right after it loses nothing', async () => {
    const path = await scratch()
    const script = `
      import { openTestJournal } from ${JSON.stringify(new URL('./open-test-journal.ts', import.meta.url).href)}
      import { sampleTask } from ${JSON.stringify(new URL('../machine/sample-task.ts', import.meta.url).href)}
      const journal = await openTestJournal(${JSON.stringify(path)})
      journal.insert(sampleTask(), ${JSON.stringify(asked)})
      process.kill(process.pid, 'SIGKILL')`
    const { status: code, signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect([hasKilledItself({ code, signal, stderr }), stderr]).toEqual([true, ''])
    const journal = await openTestJournal(path)
    expect(await journal.load()).toHaveLength(1)
    journal.close()
  })

  it('runs in WAL mode at the current version', async () => {
    const path = await scratch()
    await openAndClose(path)
    const database = new DatabaseSync(path)
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: journalMigrations.length })
    database.close()
  })

  it('flushes every write to the disk', async () => {
    const database = await openJournalDatabase(await scratch())
    const full = 2
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: full })
    database.close()
  })

  it('discards a write that fails midway', async () => {
    const path = await scratch()
    const journal = await openTestJournal(path)
    journal.insert(sampleTask(), asked)
    const broken = { ...asked, at: 'not a time' as unknown as number }
    expect(() => journal.write([{ record: sentTask(), event: broken }])).toThrow()
    expect(await journal.load()).toEqual([sampleTask()])
    journal.write([{ record: sentTask(), event: asked }])
    expect(await journal.load()).toEqual([sentTask()])
    journal.close()
  })

  it('rejects two tasks with the same idempotency key', async () => {
    const journal = await openTestJournal(await scratch())
    journal.insert(sampleTask(), asked)
    expect(() => journal.insert(sampleTask({ id: 'task-2' }), asked)).toThrow(/UNIQUE/)
    journal.close()
  })

  it('leaves a damaged file and a newer version’s file untouched', async () => {
    const damaged = await scratch()
    await writeFile(damaged, 'this is not a database, and it is long enough to be taken for one'.repeat(20))
    const before = await readFile(damaged)
    await expect(openTestJournal(damaged)).rejects.toThrow(expect.objectContaining({ name: 'JournalError', reason: 'damaged' }))
    expect(await readFile(damaged)).toEqual(before)

    const newer = await scratch()
    await openAndClose(newer)
    const database = new DatabaseSync(newer)
    database.exec(`PRAGMA user_version = ${journalMigrations.length + 1}`)
    database.close()
    const beforeIt = await readFile(newer)
    await expect(openTestJournal(newer)).rejects.toThrow(expect.objectContaining({ reason: 'newer' }))
    expect(await readFile(newer)).toEqual(beforeIt)
  })

  it('leaves them untouched even after a kill with the last changes in the WAL file', async () => {
    const path = await scratch()
    const first = await openTestJournal(path)
    const row = (place: number): TaskRecord => sampleTask({ id: `task-${place}`, idempotencyKey: `key-${place}` })
    for (let place = 0; place < 50; place += 1) first.insert(row(place), asked)
    first.close()
    const running = await openTestJournal(path)
    running.insert(row(50), asked)
    const leaveAs = async (name: string, version: number | null, torn: boolean): Promise<readonly [string, string]> => {
      const database = new DatabaseSync(path)
      if (version !== null) database.exec(`PRAGMA user_version = ${version}`)
      const bytes = await readFile(path)
      const log = await readFile(`${path}-wal`)
      database.close()
      const copy = `${path}.${name}`
      await writeFile(copy, torn ? bytes.fill(0x2a, 4_096, 6 * 4_096) : bytes)
      await writeFile(`${copy}-wal`, log)
      return [copy, `${copy}-wal`]
    }
    const torn = await leaveAs('torn', null, true)
    const newer = await leaveAs('newer', journalMigrations.length + 1, false)
    running.close()
    for (const [paths, reason] of [
      [torn, 'damaged'],
      [newer, 'newer']
    ] as const) {
      const before = await Promise.all(paths.map((one) => readFile(one)))
      await expect(openTestJournal(paths[0])).rejects.toThrow(expect.objectContaining({ name: 'JournalError', reason }))
      expect(await Promise.all(paths.map((one) => readFile(one)))).toEqual(before)
    }
  })

  it('keeps and counts an unreadable row, and returns all others', async () => {
    const path = await scratch()
    const journal = await openTestJournal(path)
    const other = sampleTask({ id: 'task-2', idempotencyKey: 'key-2' })
    for (const record of [sampleTask(), other, sampleTask({ id: 'task-3', idempotencyKey: 'key-3' })]) journal.insert(record, asked)
    journal.close()
    const database = new DatabaseSync(path)
    database.exec(`UPDATE tasks SET record = '{"phase":"?"}' WHERE id = 'task-1'; UPDATE tasks SET record = '{' WHERE id = 'task-3'`)
    const rows = (): unknown => database.prepare("SELECT * FROM tasks WHERE id IN ('task-1', 'task-3')").all()
    const before = rows()
    const again = await openTestJournal(path)
    expect(await again.load()).toEqual([other])
    expect(again.unreadable()).toEqual({ tasks: 2, batches: 0 })
    expect(() => again.insert(sampleTask({ id: 'task-4' }), asked)).toThrow(/UNIQUE/)
    expect(() => again.insert(sampleTask({ idempotencyKey: 'key-4' }), asked)).toThrow(/UNIQUE/)
    again.write([{ record: sentTask({ id: 'task-2', idempotencyKey: 'key-2' }), event: asked }])
    again.close()
    expect(rows()).toEqual(before)
    database.close()
  })

  it('returns the tasks of an unreadable batch as single tasks', async () => {
    const path = await scratch()
    const journal = await openTestJournal(path)
    const place = { row: 1, name: { code: 'row', params: { row: 1 } }, cell: null } as const
    const row = (id: string, batch: string): JournalRow => ({
      record: sampleTask({ id, idempotencyKey: id, batch: { id: batch, ...place } }),
      event: asked
    })
    journal.insertBatch(sampleBatch, [row('row-1', 'batch-1')])
    journal.insertBatch({ ...sampleBatch, id: 'batch-2' }, [row('row-2', 'batch-2')])
    journal.close()
    const database = new DatabaseSync(path)
    database.exec("UPDATE batches SET record = '{' WHERE id = 'batch-1'")
    database.close()
    const again = await openTestJournal(path)
    expect((await again.load()).map(({ id, batch }) => [id, batch])).toEqual([
      ['row-1', null],
      ['row-2', { id: 'batch-2', ...place }]
    ])
    expect(again.batches()).toEqual([{ ...sampleBatch, id: 'batch-2' }])
    expect(again.unreadable()).toEqual({ tasks: 0, batches: 1 })
    again.close()
  })

  it('returns a task’s timeline without unreadable events', async () => {
    const path = await scratch()
    const journal = await openTestJournal(path)
    journal.insert(sampleTask(), asked)
    journal.write([{ record: sentTask(), event: { ...asked, kind: 'sending', phase: 'submitting' } }])
    const database = new DatabaseSync(path)
    database.exec("UPDATE events SET phase = '?' WHERE kind = 'asked'")
    database.close()
    expect(journal.history('task-1').map(({ kind }) => kind)).toEqual(['sending'])
    journal.close()
  })

  it('yields to the event loop while it loads', async () => {
    const journal = await openTestJournal(await scratch())
    const entries = Array.from({ length: 1_200 }, (_, index) => ({
      record: sampleTask({ id: `task-${index}`, idempotencyKey: `key-${index}`, createdAt: 10_000 - index }),
      event: asked
    }))
    journal.insertBatch(sampleBatch, entries)
    let turns = 0
    const countTurns = (): void => {
      turns += 1
      timer = setImmediate(countTurns)
    }
    let timer = setImmediate(countTurns)
    const loaded = await journal.load()
    clearImmediate(timer)
    expect(turns).toBeGreaterThanOrEqual(4)
    expect(loaded.map(({ id }) => id)).toEqual(entries.map(({ record }) => record.id).toReversed())
    journal.close()
  })

  it('checks a large file in a thread and detects damage', async () => {
    const path = await scratch()
    const journal = await openTestJournal(path)
    journal.insert(sampleTask({ values: { prompt: 'x'.repeat(20_000_000) } }), asked)
    journal.close()
    const again = await openTestJournal(path)
    expect(await again.load()).toHaveLength(1)
    again.close()
    const file = await readFile(path)
    await writeFile(path, file.fill(0x2a, 4_096, 8 * 4_096))
    await expect(openTestJournal(path)).rejects.toMatchObject({ reason: 'damaged', cause: { message: expect.stringMatching(/\w/) } })
  })

  it('inserts a batch with all its tasks or not at all', async () => {
    const path = await scratch()
    const journal = await openTestJournal(path)
    const row = (place: number, changes: Partial<TaskRecord> = {}): JournalRow => ({
      record: sampleTask({
        id: `row-${place}`,
        idempotencyKey: `key-${place}`,
        batch: { id: 'batch-1', row: place, name: { code: 'row', params: { row: place } }, cell: null },
        ...changes
      }),
      event: asked
    })
    journal.insertBatch(sampleBatch, [row(1), row(2)])
    expect(() => journal.insertBatch({ ...sampleBatch, id: 'batch-2' }, [row(3), row(4, { idempotencyKey: 'key-1' })])).toThrow(/UNIQUE/)
    expect(() => journal.insertBatch(sampleBatch, [row(5)])).toThrow(/UNIQUE/)
    journal.writeBatch({ ...sampleBatch, isStopped: true })
    journal.close()
    const again = await openTestJournal(path)
    expect((await again.load()).map(({ id, batch }) => [id, batch?.row])).toEqual([
      ['row-1', 1],
      ['row-2', 2]
    ])
    expect(again.batches()).toEqual([{ ...sampleBatch, isStopped: true }])
    again.close()
  })

  it('writes events of many tasks at once, including two of the same task', async () => {
    const path = await scratch()
    const journal = await openTestJournal(path)
    journal.insert(sampleTask(), asked)
    journal.insert(sampleTask({ id: 'task-2', idempotencyKey: 'key-2' }), asked)
    const other = sentTask({ id: 'task-2', idempotencyKey: 'key-2' })
    journal.write([
      { record: sentTask(), event: asked },
      { record: other, event: asked },
      { record: runningTask(), event: asked }
    ])
    expect(await journal.load()).toEqual([runningTask(), other])
    journal.close()
  })

  it('opens a version 1 journal with all its data', async () => {
    const path = await scratch()
    writeAsVersion1(path)
    const journal = await openTestJournal(path)
    const [queued, running] = await journal.load()
    expect(queued).toMatchObject({ id: 'task-1', batch: null, state: { phase: 'queued' }, values: { prompt: 'a celadon vase' } })
    expect(running).toMatchObject({ id: 'task-2', batch: null, taskId: 'T1', body: sampleBody, state: { phase: 'running' } })
    expect(journal.history('task-2').map(({ kind, requestId }) => [kind, requestId])).toEqual([
      ['asked', null],
      ['submitted', 'req-9']
    ])
    expect(journal.uploadOf({ connectionId: 'default', sha256: 'aa', capability: 'c', parameter: 'p' }, 0)).toBe('https://s/1')
    expect(journal.digestOf({ path: '/photos/vase.png', bytes: 9, modifiedAt: 7.5 })).toBe('aa')
    expect(journal.batches()).toEqual([])
    journal.insertBatch(sampleBatch, [])
    expect(journal.batches()).toEqual([sampleBatch])
    journal.close()
  })
})

const sampleBatch: Batch = {
  id: 'batch-1',
  connectionId: 'default',
  capability: 'imgmodel-image-generator',
  title: { code: 'rows', params: { count: 2, name: 'spring.csv' } },
  way: 'table',
  axes: [],
  count: 2,
  credits: { known: 10, unknownRows: 0 },
  isStopped: false,
  createdAt: 1_000
}

/** Creates a version 1 journal with two tasks. The records omit members that later versions added. */
function writeAsVersion1(path: string): void {
  const database = new DatabaseSync(path)
  database.exec(`PRAGMA journal_mode = WAL; ${journalMigrations[0]}; PRAGMA user_version = 1`)
  const insert = database.prepare('INSERT INTO tasks VALUES (?, ?, ?, ?, ?, ?, ?)')
  const event = database.prepare('INSERT INTO events (task, at, kind, phase, request_id) VALUES (?, ?, ?, ?, ?)')
  for (const record of [sampleTask(), runningTask({ id: 'task-2', idempotencyKey: 'key-2' })]) {
    const { body, batch: _later, choice: _laterToo, ...stored } = record
    insert.run(record.id, 'default', record.state.phase, record.idempotencyKey, record.taskId, record.createdAt, JSON.stringify(stored))
    if (body !== null) database.prepare('INSERT INTO attempts VALUES (?, ?, ?)').run(record.idempotencyKey, record.id, body)
    event.run(record.id, 1_000, 'asked', 'queued', null)
    if (body !== null) event.run(record.id, 2_000, 'submitted', 'running', 'req-9')
  }
  database.prepare('INSERT INTO digests VALUES (?, ?, ?, ?)').run('/photos/vase.png', 9, 7.5, 'aa')
  database.prepare('INSERT INTO uploads VALUES (?, ?, ?, ?, ?, ?)').run('default', 'aa', 'c', 'p', 'https://s/1', 5)
  database.close()
}
