import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { StoryEvent } from '../../electron/core/story.ts'
import { runningTask, sampleTask } from '../core/sample-task.ts'
import { openForTest } from './open-for-test.ts'

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

/** A closed journal with a queued task and a running one. */
async function aJournal(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-copy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'journal.db')
  const journal = await openForTest(path)
  journal.insert(sampleTask(), asked)
  journal.insert(runningTask({ id: 'task-2', idempotencyKey: 'key-2' }), asked)
  journal.close()
  return path
}

/** What the journal holds when it is opened: phases, and how often each task was doubted. */
async function open(path: string): Promise<readonly (readonly [string, number])[]> {
  const journal = await openForTest(path)
  const found = (await journal.load()).map(
    ({ id, state }) => [state.phase, journal.story(id).filter(({ kind }) => kind === 'restored').length] as const
  )
  journal.close()
  return found
}

const asItWas = [
  ['queued', 0],
  ['running', 0]
]
const doubted = [
  ['unconfirmed', 1],
  ['running', 0]
]

describe('a journal that was copied', () => {
  it('has its unsent tasks doubted once, while the original is believed', async () => {
    const path = await aJournal()
    await cp(path, `${path}.copy`)
    expect(await open(`${path}.copy`)).toEqual(doubted)
    expect(await open(`${path}.copy`)).toEqual(doubted)
    expect(await open(path)).toEqual(asItWas)
  })

  it('is noticed where it was put back in the place of the original', async () => {
    const path = await aJournal()
    await cp(path, `${path}.copy`)
    await rm(path)
    await cp(`${path}.copy`, path)
    expect(await open(path)).toEqual(doubted)
  })

  it('is noticed where its stored identity can’t be read', async () => {
    const path = await aJournal()
    const database = new DatabaseSync(path)
    database.exec("UPDATE meta SET value = '?'")
    database.close()
    expect(await open(path)).toEqual(doubted)
  })

  it('is not one that was moved', async () => {
    const path = await aJournal()
    await rename(path, `${path}.moved`)
    expect(await open(`${path}.moved`)).toEqual(asItWas)
  })

  it('is not one of an earlier Kiln, which stored no identity; from then on a copy is noticed', async () => {
    const path = await aJournal()
    const database = new DatabaseSync(path)
    database.exec('DROP TABLE meta; PRAGMA user_version = 2')
    database.close()
    await cp(path, `${path}.moved`)
    expect(await open(`${path}.moved`)).toEqual(asItWas)
    await cp(`${path}.moved`, `${path}.copy`)
    expect(await open(`${path}.copy`)).toEqual(doubted)
  })

  it.each(['commit:before', 'commit:after'])('is doubted and known again in one transaction, killed at %s', async (step) => {
    const path = await aJournal()
    await cp(path, `${path}.copy`)
    const child = spawnSync(process.execPath, [join(import.meta.dirname, 'copy-child.ts'), `${path}.copy`, step], { encoding: 'utf8' })
    expect([child.signal, child.stderr]).toEqual(['SIGKILL', ''])
    expect(await open(`${path}.copy`)).toEqual(doubted)
  })
})
