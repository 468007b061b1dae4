import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { StoryEvent } from '../../electron/core/story.ts'
import { migrations } from '../../electron/journal/migrations.ts'
import { openJournal } from '../../electron/journal/open-journal.ts'
import { runningTask, sampleTask, sentTask } from '../core/sample-task.ts'

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
    journal.write(sentTask(), { ...asked, kind: 'sending', phase: 'submitting' })
    journal.write(runningTask(), { ...asked, kind: 'submitted', phase: 'running', httpStatus: 200, requestId: 'req-1' })
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
    expect(() => journal.write(sentTask(), broken)).toThrow()
    expect(journal.load()).toEqual([sampleTask()])
    journal.write(sentTask(), asked)
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
    expect(() => openJournal(newer)).toThrow(expect.objectContaining({ reason: 'newer' }))
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
})
