import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { restoredTask } from '../../../../electron/tasks/machine/restored-task.ts'
import type { TaskHistoryEvent } from '../../../../electron/tasks/machine/history-event.ts'
import { JournalError } from '../../../../electron/tasks/journal/journal-errors.ts'
import { openStudio, restoreJournal, type Studio } from '../../../../electron/studio.ts'
import { openTestJournal } from './open-test-journal.ts'
import { runningTask, sampleTask } from '../machine/sample-task.ts'
import { hasKilledItself } from '../../../crash/has-killed-itself.ts'

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
const backup = { name: join('backups', 'journal-1000000000000.db'), at: 1_000_000_000_000 }

/** A folder with a damaged journal, its write-ahead log and a backup. The backup contains a queued task and a running one. */
let prepared: string
let damagedFile: Buffer
let damagedLog: Buffer

beforeAll(async () => {
  prepared = await mkdtemp(join(tmpdir(), 'kiln-restore-'))
  const path = join(prepared, 'journal.db')
  await mkdir(join(prepared, 'backups'))
  const journal = await openTestJournal(path)
  journal.insert(sampleTask(), asked)
  journal.insert(runningTask({ id: 'task-2', idempotencyKey: 'key-2' }), asked)
  const source = new DatabaseSync(path, { readOnly: true })
  source.exec(`VACUUM INTO '${join(prepared, backup.name)}'`)
  source.close()
  for (let index = 3; index < 60; index += 1) journal.insert(sampleTask({ id: `task-${index}`, idempotencyKey: `key-${index}` }), asked)
  const checkpointed = new DatabaseSync(path)
  checkpointed.exec('PRAGMA wal_checkpoint')
  checkpointed.close()
  journal.insert(sampleTask({ id: 'task-60', idempotencyKey: 'key-60' }), asked)
  damagedFile = (await readFile(path)).fill(0x2a, 4_096, 6 * 4_096)
  damagedLog = await readFile(`${path}-wal`)
  journal.close()
  await writeFile(path, damagedFile)
  await writeFile(`${path}-wal`, damagedLog)
  return () => rm(prepared, { recursive: true, force: true })
})

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-restore-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  await cp(prepared, folder, { recursive: true })
  return folder
}

function killRestore(dataDir: string, hasBackup: boolean, step: number): 'killed' | 'finished' {
  const child = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'restore-child.ts'), dataDir, hasBackup ? join(dataDir, backup.name) : '', String(step)],
    { encoding: 'utf8' }
  )
  if (hasKilledItself({ code: child.status, signal: child.signal, stderr: child.stderr })) return 'killed'
  expect([child.status, child.stderr]).toEqual([0, ''])
  return 'finished'
}

/** Opens the studio. If the journal is damaged or missing, returns that reason instead. */
async function start(dataDir: string): Promise<Studio | 'damaged' | 'missing'> {
  try {
    return await openStudio({ dataDir, connection: null })
  } catch (error) {
    expect(error).toBeInstanceOf(JournalError)
    const { reason } = error as JournalError
    if (reason !== 'damaged' && reason !== 'missing') throw error
    return reason
  }
}

async function phasesAfter(dataDir: string, hasBackup: boolean): Promise<readonly (readonly [string, string])[]> {
  let studio = await start(dataDir)
  if (typeof studio === 'string') {
    await restoreJournal(dataDir, hasBackup ? { path: join(dataDir, backup.name), at: backup.at } : null)
    studio = await start(dataDir)
  }
  if (typeof studio === 'string') throw new Error(`The journal is ${studio} after the restore.`)
  const phases = studio.tasks().map(({ id, phase }) => [id, phase] as const)
  await studio.close()
  return phases.toSorted(([one], [other]) => one.localeCompare(other))
}

async function filesWith(folder: string, content: Buffer): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = names.filter((name) => name.isFile()).map((name) => join(name.parentPath, name.name))
  const contents = await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const))
  return contents.filter(([, bytes]) => bytes.equals(content)).map(([path]) => path)
}

describe('restoring a journal with a kill at any step', () => {
  const restored = [sampleTask(), runningTask({ id: 'task-2', idempotencyKey: 'key-2' })].map(
    (record) => [record.id, restoredTask(record, Date.now()).state.phase] as const
  )

  it.each([
    ['a backup', true, restored],
    ['an empty journal', false, []]
  ] as const)(
    'prompts again or opens %s, and keeps the damaged files together',
    async (_what, hasBackup, phases) => {
      for (let step = 0; ; step += 1) {
        const folder = await aFolder()
        const life = killRestore(folder, hasBackup, step)
        const path = join(folder, 'journal.db')
        const file = await readFile(path).catch(() => null)
        // A damaged file needs its write-ahead log beside it. Otherwise, Kiln would open an earlier state without asking the user.
        if (file?.equals(damagedFile) === true) expect([step, (await readFile(`${path}-wal`)).equals(damagedLog)]).toEqual([step, true])
        expect([step, await phasesAfter(folder, hasBackup)]).toEqual([step, phases])
        const [keptFile, ...noOtherFile] = await filesWith(join(folder, 'quarantine'), damagedFile)
        const [keptLog, ...noOtherLog] = await filesWith(join(folder, 'quarantine'), damagedLog)
        expect([step, keptLog, noOtherFile, noOtherLog]).toEqual([step, `${keptFile}-wal`, [], []])
        expect([step, keptFile]).toEqual([step, expect.stringMatching(/journal-\d+.journal\.db$/)])
        if (life === 'finished') {
          expect(step).toBeGreaterThan(10)
          return
        }
      }
    },
    240_000
  )
})
