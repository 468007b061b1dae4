import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { TaskHistoryEvent } from '../../../../electron/tasks/machine/history-event.ts'
import { runningTask, sampleTask } from '../machine/sample-task.ts'
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

/** Creates a closed journal with a queued task and a running one. */
async function aJournal(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-copy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'journal.db')
  const journal = await openTestJournal(path)
  journal.insert(sampleTask(), asked)
  journal.insert(runningTask({ id: 'task-2', idempotencyKey: 'key-2' }), asked)
  journal.close()
  return path
}

/** Opens and closes the journal. Returns each task's phase and how often the task was marked as unconfirmed. */
async function open(path: string): Promise<readonly (readonly [string, number])[]> {
  const journal = await openTestJournal(path)
  const found = (await journal.load()).map(
    ({ id, state }) => [state.phase, journal.history(id).filter(({ kind }) => kind === 'restored').length] as const
  )
  journal.close()
  return found
}

const asItWas = [
  ['queued', 0],
  ['running', 0]
]
const unconfirmed = [
  ['unconfirmed', 1],
  ['running', 0]
]

describe('a copied journal', () => {
  it('marks unsent tasks as unconfirmed once, while the original is trusted', async () => {
    const path = await aJournal()
    await cp(path, `${path}.copy`)
    expect(await open(`${path}.copy`)).toEqual(unconfirmed)
    expect(await open(`${path}.copy`)).toEqual(unconfirmed)
    expect(await open(path)).toEqual(asItWas)
  })

  it('is detected if it replaced the original', async () => {
    const path = await aJournal()
    await cp(path, `${path}.copy`)
    await rm(path)
    await cp(`${path}.copy`, path)
    expect(await open(path)).toEqual(unconfirmed)
  })

  it('is detected if its stored identity can’t be read', async () => {
    const path = await aJournal()
    const database = new DatabaseSync(path)
    database.exec("UPDATE meta SET value = '?'")
    database.close()
    expect(await open(path)).toEqual(unconfirmed)
  })

  it('is not confused with a moved one', async () => {
    const path = await aJournal()
    await rename(path, `${path}.moved`)
    expect(await open(`${path}.moved`)).toEqual(asItWas)
  })

  it('is detected only after an earlier version’s journal without an identity was opened once', async () => {
    const path = await aJournal()
    const database = new DatabaseSync(path)
    database.exec('DROP TABLE meta; ALTER TABLE events DROP COLUMN detail; PRAGMA user_version = 2')
    database.close()
    await cp(path, `${path}.moved`)
    expect(await open(`${path}.moved`)).toEqual(asItWas)
    await cp(`${path}.moved`, `${path}.copy`)
    expect(await open(`${path}.copy`)).toEqual(unconfirmed)
  })

  it.each(['commit:before', 'commit:after'])('is marked and registered in one transaction, even if killed at %s', async (step) => {
    const path = await aJournal()
    await cp(path, `${path}.copy`)
    const words = [join(import.meta.dirname, 'copy-child.ts'), `${path}.copy`, step]
    const { status: code, signal, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    expect([hasKilledItself({ code, signal, stderr }), stderr]).toEqual([true, ''])
    expect(await open(`${path}.copy`)).toEqual(unconfirmed)
  })
})
