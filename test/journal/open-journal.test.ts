import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Batch } from '../../shared/batch/batch.ts'
import type { StoryEvent } from '../../electron/core/story.ts'
import { migrations } from '../../electron/journal/migrations.ts'
import { type JournalEntry, openJournal } from '../../electron/journal/open-journal.ts'
import type { TaskRecord } from '../../electron/core/task-record.ts'
import { runningTask, sampleBody, sampleTask, sentTask } from '../core/sample-task.ts'

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-journal-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'journal.db')
}

const asked: StoryEvent = {
  at: 1_000,
  kind: 'asked',
  phase: 'queued',
  httpStatus: null,
  errorType: null,
  requestId: null,
  note: null,
  reference: 'key-1'
}

describe('the journal', () => {
  it('gives back every task as it was written, with the exact body and its story', async () => {
    const path = await scratch()
    const journal = openJournal(path)
    journal.insert(sampleTask(), asked)
    journal.write([{ record: sentTask(), event: { ...asked, kind: 'sending', phase: 'submitting' } }])
    journal.write([
      { record: runningTask(), event: { ...asked, kind: 'submitted', phase: 'running', httpStatus: 200, requestId: 'req-1' } }
    ])
    journal.close()
    const again = openJournal(path)
    expect(again.load()).toEqual([runningTask()])
    expect(again.story('task-1').map((event) => event.kind)).toEqual(['asked', 'sending', 'submitted'])
    again.close()
  })

  it('has written when it returns: a process killed right after a write loses nothing', async () => {
    const path = await scratch()
    const script = `
      import { openJournal } from ${JSON.stringify(new URL('../../electron/journal/open-journal.ts', import.meta.url).href)}
      import { sampleTask } from ${JSON.stringify(new URL('../core/sample-task.ts', import.meta.url).href)}
      const journal = openJournal(${JSON.stringify(path)})
      journal.insert(sampleTask(), ${JSON.stringify(asked)})
      process.kill(process.pid, 'SIGKILL')`
    expect(spawnSync(process.execPath, ['--input-type=module', '-e', script]).signal).toBe('SIGKILL')
    const journal = openJournal(path)
    expect(journal.load()).toHaveLength(1)
    journal.close()
  })

  it('runs in WAL with FULL synchronisation', async () => {
    const path = await scratch()
    openJournal(path).close()
    const database = new DatabaseSync(path)
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: migrations.length })
    database.close()
  })

  it('takes nothing of a write that fails in the middle', async () => {
    const path = await scratch()
    const journal = openJournal(path)
    journal.insert(sampleTask(), asked)
    const broken = { ...asked, at: 'not a time' as unknown as number }
    expect(() => journal.write([{ record: sentTask(), event: broken }])).toThrow()
    expect(journal.load()).toEqual([sampleTask()])
    journal.write([{ record: sentTask(), event: asked }])
    expect(journal.load()).toEqual([sentTask()])
    journal.close()
  })

  it('refuses two tasks under one idempotency key', async () => {
    const journal = openJournal(await scratch())
    journal.insert(sampleTask(), asked)
    expect(() => journal.insert(sampleTask({ id: 'task-2' }), asked)).toThrow(/UNIQUE/)
    journal.close()
  })

  it('leaves a damaged file, and one of a newer Kiln, untouched', async () => {
    const damaged = await scratch()
    await writeFile(damaged, 'this is not a database, and it is long enough to be taken for one'.repeat(20))
    const before = await readFile(damaged)
    expect(() => openJournal(damaged)).toThrow(expect.objectContaining({ name: 'JournalError', reason: 'damaged' }))
    expect(await readFile(damaged)).toEqual(before)

    const newer = await scratch()
    openJournal(newer).close()
    const database = new DatabaseSync(newer)
    database.exec(`PRAGMA user_version = ${migrations.length + 1}`)
    database.close()
    const beforeIt = await readFile(newer)
    expect(() => openJournal(newer)).toThrow(expect.objectContaining({ reason: 'newer' }))
    expect(await readFile(newer)).toEqual(beforeIt)
  })

  it('leaves them untouched after a kill too, when the last of it lies in the log beside the file', async () => {
    const path = await scratch()
    const first = openJournal(path)
    const row = (place: number): TaskRecord => sampleTask({ id: `task-${place}`, idempotencyKey: `key-${place}` })
    for (let place = 0; place < 50; place += 1) first.insert(row(place), asked)
    first.close()
    const running = openJournal(path)
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
    const newer = await leaveAs('newer', migrations.length + 1, false)
    running.close()
    for (const [paths, reason] of [
      [torn, 'damaged'],
      [newer, 'newer']
    ] as const) {
      const before = await Promise.all(paths.map((one) => readFile(one)))
      expect(() => openJournal(paths[0])).toThrow(expect.objectContaining({ name: 'JournalError', reason }))
      expect(await Promise.all(paths.map((one) => readFile(one)))).toEqual(before)
    }
  })

  it('says so when a row is not a task, instead of passing it over', async () => {
    const path = await scratch()
    const journal = openJournal(path)
    journal.insert(sampleTask(), asked)
    journal.close()
    const database = new DatabaseSync(path)
    database.exec(`UPDATE tasks SET record = '{"phase":"?"}'`)
    database.close()
    const again = openJournal(path)
    expect(() => again.load()).toThrow(expect.objectContaining({ reason: 'damaged' }))
    again.close()
  })

  it('takes a batch with all its tasks, or nothing of it', async () => {
    const path = await scratch()
    const journal = openJournal(path)
    const row = (place: number, changes: Partial<TaskRecord> = {}): JournalEntry => ({
      record: sampleTask({
        id: `row-${place}`,
        idempotencyKey: `key-${place}`,
        batch: { id: 'batch-1', row: place, name: `line ${place}` },
        ...changes
      }),
      event: asked
    })
    journal.insertBatch(sampleBatch, [row(1), row(2)])
    expect(() => journal.insertBatch({ ...sampleBatch, id: 'batch-2' }, [row(3), row(4, { idempotencyKey: 'key-1' })])).toThrow(/UNIQUE/)
    expect(() => journal.insertBatch(sampleBatch, [row(5)])).toThrow(/UNIQUE/)
    journal.writeBatch({ ...sampleBatch, isStopped: true })
    journal.close()
    const again = openJournal(path)
    expect(again.load().map(({ id, batch }) => [id, batch?.row])).toEqual([
      ['row-1', 1],
      ['row-2', 2]
    ])
    expect(again.batches()).toEqual([{ ...sampleBatch, isStopped: true }])
    again.close()
  })

  it('writes what happened to many tasks in one go, the same task twice as well', async () => {
    const path = await scratch()
    const journal = openJournal(path)
    journal.insert(sampleTask(), asked)
    journal.insert(sampleTask({ id: 'task-2', idempotencyKey: 'key-2' }), asked)
    const other = sentTask({ id: 'task-2', idempotencyKey: 'key-2' })
    journal.write([
      { record: sentTask(), event: asked },
      { record: other, event: asked },
      { record: runningTask(), event: asked }
    ])
    expect(journal.load()).toEqual([runningTask(), other])
    journal.close()
  })

  it('opens what a Kiln before batches has written, with everything in it', async () => {
    const path = await scratch()
    writeAsVersion1(path)
    const journal = openJournal(path)
    const [queued, running] = journal.load()
    expect(queued).toMatchObject({ id: 'task-1', batch: null, state: { phase: 'queued' }, values: { prompt: 'a celadon vase' } })
    expect(running).toMatchObject({ id: 'task-2', batch: null, taskId: 'T1', body: sampleBody, state: { phase: 'running' } })
    expect(journal.story('task-2').map(({ kind, requestId }) => [kind, requestId])).toEqual([
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
  title: '2 rows of spring.csv',
  way: 'table',
  count: 2,
  credits: { known: 10, unknownRows: 0 },
  isStopped: false,
  createdAt: 1_000
}

/** A journal as version 1 made and filled it: its own SQL, and records without what came later. */
function writeAsVersion1(path: string): void {
  const database = new DatabaseSync(path)
  database.exec(`PRAGMA journal_mode = WAL; ${migrations[0]}; PRAGMA user_version = 1`)
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
