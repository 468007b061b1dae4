import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { TaskHistoryEvent } from '../../../../electron/tasks/machine/history-event.ts'
import { createBackup, listBackups } from '../../../../electron/tasks/journal/backups.ts'
import { fileNamesIn } from '../../../../electron/tasks/journal/journal-files.ts'
import type { Journal } from '../../../../electron/tasks/journal/open-journal.ts'
import { sampleTask } from '../machine/sample-task.ts'
import { hasKilledItself } from '../../../crash/has-killed-itself.ts'
import { openTestJournal } from './open-test-journal.ts'

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
const keep = { newest: 3, days: 5 }
const at = 1_000_000_000_000

/** Opens a journal with one task. The task's prompt has `bytes` bytes. */
async function aJournal(bytes: number): Promise<{ readonly dataDir: string; readonly journal: Journal }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kiln-backup-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const journal = await openTestJournal(join(dataDir, 'journal.db'))
  onTestFinished(journal.close)
  journal.insert(sampleTask({ values: { prompt: 'x'.repeat(bytes) } }), asked)
  return { dataDir, journal }
}

function tasksIn(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true })
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  const tasks = Number(database.prepare('SELECT count(*) AS tasks FROM tasks').get()?.['tasks'])
  database.close()
  return tasks
}

describe('a journal backup', () => {
  it('doesn’t block writing tasks', async () => {
    const { dataDir, journal } = await aJournal(30_000_000)
    let isOver = false
    const backup = createBackup(dataDir, at, keep, new AbortController().signal).finally(() => (isOver = true))
    let written = 0
    // SQLite throws after waiting 20 ms for a lock, so a blocked write would fail here.
    while (!isOver) {
      written += 1
      journal.insert(sampleTask({ id: `task-1-${written}`, idempotencyKey: `key-1-${written}` }), asked)
      await new Promise(setImmediate)
    }
    await backup
    const [made] = await listBackups(dataDir)
    expect(tasksIn(made?.path ?? '')).toBeLessThanOrEqual(written)
    expect(await journal.load()).toHaveLength(written + 1)
  })

  it('is cancelled when Kiln closes, and leaves no partial copy', async () => {
    const { dataDir } = await aJournal(30_000_000)
    const closing = new AbortController()
    const backup = createBackup(dataDir, at, keep, closing.signal).catch((error: unknown) => error)
    while (!(await fileNamesIn(join(dataDir, 'backups'))).some((name) => name.endsWith('.part'))) await new Promise(setImmediate)
    closing.abort(new Error('closing'))
    expect(await backup).toMatchObject({ message: 'closing' })
    expect(await readdir(join(dataDir, 'backups'))).toEqual([])
  })

  it('removes a partial copy of an earlier, killed process', async () => {
    const { dataDir } = await aJournal(10)
    await mkdir(join(dataDir, 'backups'))
    await writeFile(join(dataDir, 'backups', 'journal-2000000000000.db.part'), 'half')
    await createBackup(dataDir, at, keep, new AbortController().signal)
    expect(await readdir(join(dataDir, 'backups'))).toEqual([`journal-${at}.db`])
  })

  it('has a temporary name while it is written, so that a killed process leaves no incomplete backup', async () => {
    const { dataDir } = await aJournal(60_000_000)
    const child = fork(join(import.meta.dirname, 'backup-child.ts'), [dataDir], { silent: true })
    let stderr = ''
    child.stderr?.on('data', (bytes: Buffer) => (stderr += bytes.toString()))
    await once(child, 'close')
    expect([hasKilledItself({ code: child.exitCode, signal: child.signalCode, stderr }), stderr]).toEqual([true, ''])
    const names = await readdir(join(dataDir, 'backups'))
    expect(names.filter((name) => !name.startsWith(`journal-${at}.db.part`))).toEqual([])
    expect(names).not.toEqual([])
    expect(await listBackups(dataDir)).toEqual([])
  })
})
