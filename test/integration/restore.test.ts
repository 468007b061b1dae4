import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { Clock } from '../../electron/tasks/ports.ts'
import { createBackup, listBackups } from '../../electron/tasks/journal/backups.ts'
import { JournalError } from '../../electron/tasks/journal/journal-errors.ts'
import { openStudio, restoreJournal } from '../../electron/studio.ts'
import { openTestJournal } from '../electron/tasks/journal/open-test-journal.ts'
import { openSetup, standardImageGenerator, imageGenerator3, waitFor, type Setup } from './open-setup.ts'
import { timelineTexts } from '../shared/phrases/phrase-texts.ts'
import { connectTo } from './connect-to.ts'
import { Secret } from '../../electron/accounts/secret.ts'

const keep = { newest: 3, days: 5 }

async function backUp(setup: Setup, at: number): Promise<void> {
  await createBackup(setup.dataDir, at, keep, new AbortController().signal)
}

async function damage(setup: Setup): Promise<Buffer> {
  const path = join(setup.dataDir, 'journal.db')
  const torn = (await readFile(path)).fill(0x2a, 100, 4000)
  await writeFile(path, torn)
  return torn
}

describe('a damaged journal', () => {
  it('is quarantined, and its backup finds later tasks again without a second charge', async () => {
    const setup = await openSetup()
    const before = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'before the copy' } })
    await setup.until(before.id, 'done')
    // The backup is made while no account is connected and before the second task is submitted.
    await setup.studio.disconnect()
    await setup.studio.close()
    await backUp(setup, 1_000_000_000_000)
    await setup.reopen()
    const since = await setup.studio.submit({ capability: imageGenerator3, values: { prompt: 'since the copy' } })
    await setup.until(since.id, 'done')
    await setup.studio.close()
    const torn = await damage(setup)

    await expect(openStudio({ dataDir: setup.dataDir, connection: null })).rejects.toBeInstanceOf(JournalError)
    const [backup] = await listBackups(setup.dataDir)
    const quarantine = await restoreJournal(setup.dataDir, backup ?? null)
    expect(await readFile(join(quarantine ?? '', 'journal.db'))).toEqual(torn)

    await setup.reopen()
    expect(setup.studio.tasks().map(({ id }) => id)).toEqual([before.id])
    const report = await setup.studio.reconcile()
    const taskId = report?.untrackedTasks[0]?.taskId ?? ''
    const adopted = setup.studio.adopt(taskId)
    await setup.until(adopted.id, 'done')
    expect(setup.charges()).toBe(2)
  })

  it('has a backup that finds a later submission by its idempotency key and doesn’t resend it', async () => {
    const setup = await openSetup({ studio: { connection: null } })
    const connection = { baseUrl: setup.practice.url, apiKey: new Secret(setup.practice.apiKey) }
    await connectTo(setup.studio, connection)
    // In the backup, the task waits for a retry. The task is sent only after the backup has been made.
    setup.practice.faults.add({ on: 'submit', do: { kind: 'error', httpStatus: 429, errorType: 'RATE_LIMITED', retryAfterInSeconds: 300 } })
    const { id } = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a celadon vase' } })
    await waitFor(() => setup.callsTo('/submit') === 1)
    await setup.studio.close()
    await backUp(setup, 1_000_000_000_000)
    await setup.reopen({ connection })
    await setup.until(id, 'done')
    await setup.studio.close()
    await damage(setup)

    const [backup] = await listBackups(setup.dataDir)
    await restoreJournal(setup.dataDir, backup ?? null)
    await setup.reopen({ connection })
    const again = await setup.until(id, 'done')
    expect(setup.studio.timeline(id).map(({ code }) => code)).toContain('found-in-recent-tasks')
    expect([again.attempt, setup.charges()]).toEqual([1, 1])
  })

  it('can be replaced by an empty one if the user confirms it, and is kept', async () => {
    const setup = await openSetup()
    await setup.studio.close()
    await damage(setup)
    const quarantine = await restoreJournal(setup.dataDir, null)
    await setup.reopen()
    expect(setup.studio.tasks()).toEqual([])
    expect(await readdir(quarantine ?? '')).toContain('journal.db')
  })
})

describe('a folder without its journal', () => {
  /** Creates a data folder by running a studio and closing it. Its only task is on hold. A backup contains this task. */
  async function aUsedFolder(): Promise<Setup> {
    const setup = await openSetup()
    await setup.practice.account.change({ balance: 0 })
    const { id } = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a celadon vase' } })
    await setup.until(id, 'held')
    await setup.studio.close()
    await backUp(setup, 1_000_000_000_000)
    return setup
  }

  const missing = { name: 'JournalError', reason: 'missing' }

  it.each([
    ['a backup', ['backups']],
    ['a quarantined journal', ['quarantine']],
    ['an interrupted restore', ['journal.db.restoring']],
    ['drafts and presets', ['desk.sqlite']],
    ['a journal’s log', ['journal.db-wal']]
  ])('isn’t treated as new if it contains %s, and nothing is opened or changed', async (_what, kept) => {
    const setup = await aUsedFolder()
    const path = join(setup.dataDir, 'journal.db')
    await cp(path, `${path}.restoring`)
    await cp(path, `${path}-wal`)
    await mkdir(join(setup.dataDir, 'quarantine', 'journal-1'), { recursive: true })
    await rm(path)
    for (const name of ['backups', 'quarantine', 'journal.db.restoring', 'desk.sqlite', 'journal.db-wal'])
      if (!kept.includes(name)) await rm(join(setup.dataDir, name), { recursive: true })
    const before = await readdir(setup.dataDir)
    await expect(openStudio({ dataDir: setup.dataDir, connection: null })).rejects.toMatchObject(missing)
    expect(await readdir(setup.dataDir)).toEqual(before)
  })

  it('is reported until a backup is restored, whose task is unconfirmed, and a leftover log is kept', async () => {
    const setup = await aUsedFolder()
    const path = join(setup.dataDir, 'journal.db')
    await rename(path, join(setup.folder, 'elsewhere.db'))
    await writeFile(`${path}-wal`, 'the log of a journal')
    await expect(openStudio({ dataDir: setup.dataDir, connection: null })).rejects.toMatchObject(missing)
    await expect(openStudio({ dataDir: setup.dataDir, connection: null })).rejects.toMatchObject(missing)
    const [backup] = await listBackups(setup.dataDir)
    const quarantine = await restoreJournal(setup.dataDir, backup ?? null)
    expect(await readFile(join(quarantine ?? '', 'journal.db-wal'), 'utf8')).toBe('the log of a journal')
    await setup.reopen({ connection: null })
    expect(setup.studio.tasks().map(({ phase }) => phase)).toEqual(['unconfirmed'])
  })

  it('isn’t reported again once the user starts an empty journal', async () => {
    const setup = await aUsedFolder()
    for (const ending of ['', '-wal', '-shm']) await rm(join(setup.dataDir, `journal.db${ending}`), { force: true })
    expect(await restoreJournal(setup.dataDir, null)).toBeNull()
    await setup.reopen({ connection: null })
    expect(setup.studio.tasks()).toEqual([])
  })

  it('isn’t treated as new if the journal was truncated to 0 bytes', async () => {
    const setup = await aUsedFolder()
    await writeFile(join(setup.dataDir, 'journal.db'), '')
    await expect(openStudio({ dataDir: setup.dataDir, connection: null })).rejects.toMatchObject(missing)
  })

  it('keeps a damaged journal if the backup is damaged too', async () => {
    const setup = await aUsedFolder()
    const torn = await damage(setup)
    const [backup] = await listBackups(setup.dataDir)
    await writeFile(backup?.path ?? '', torn)
    await expect(restoreJournal(setup.dataDir, backup ?? null)).rejects.toMatchObject({ reason: 'damaged' })
    expect(await readFile(join(setup.dataDir, 'journal.db'))).toEqual(torn)
  })
})

describe('a copied folder', () => {
  it('finds a task that was sent from the original, and doesn’t send it again', async () => {
    const setup = await openSetup({ studio: { connection: null } })
    const connection = { baseUrl: setup.practice.url, apiKey: new Secret(setup.practice.apiKey) }
    await connectTo(setup.studio, connection)
    setup.practice.faults.add({ on: 'submit', do: { kind: 'error', httpStatus: 429, errorType: 'RATE_LIMITED', retryAfterInSeconds: 300 } })
    const { id } = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a celadon vase' } })
    await waitFor(() => setup.callsTo('/submit') === 1)
    await setup.studio.close()
    await cp(setup.dataDir, join(setup.folder, 'copy'), { recursive: true })
    await setup.reopen({ connection })
    await setup.until(id, 'done')
    const submits = setup.callsTo('/submit')

    await setup.reopen({ connection, dataDir: join(setup.folder, 'copy') })
    await setup.until(id, 'done')
    const words = timelineTexts(setup.studio.timeline(id))
    expect(words).toContain(
      'Kiln’s data was restored from a backup or copied to another place. Kiln checks whether the task was already sent.'
    )
    expect(words).toContain('Found in the service’s recent tasks.')
    expect([setup.callsTo('/submit'), setup.charges()]).toEqual([submits, 1])
  })

  it('is trusted if it was only moved', async () => {
    const setup = await openSetup()
    await setup.practice.account.change({ balance: 0 })
    const { id } = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a celadon vase' } })
    await setup.until(id, 'held')
    await setup.studio.close()
    await rename(setup.dataDir, join(setup.folder, 'moved'))
    await setup.reopen({ connection: null, dataDir: join(setup.folder, 'moved') })
    expect(setup.studio.task(id)?.phase).toBe('held')
  })
})

describe('journal backups', () => {
  it('are complete databases, the newest ones and one for each day', async () => {
    const setup = await openSetup()
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a celadon vase' } })
    await setup.until(task.id, 'done')
    await setup.studio.close()
    const noon = new Date(2026, 10, 20, 12).getTime()
    const day = 86_400_000
    for (const at of [noon - 9 * day, noon - 8 * day, noon - 2 * day, noon - day, noon, noon + 1, noon + 2, noon + 3])
      await backUp(setup, at)
    const backups = await listBackups(setup.dataDir)
    expect(backups.map(({ at }) => at)).toEqual([noon + 3, noon + 2, noon + 1, noon - day, noon - 2 * day, noon - 8 * day, noon - 9 * day])
    const copy = new DatabaseSync(backups[0]?.path ?? '', { readOnly: true })
    expect(copy.prepare('SELECT count(*) AS tasks FROM tasks').get()).toEqual({ tasks: 1 })
    copy.close()
  })

  it('are made a minute after startup, and an unfinished one is discarded when Kiln closes', async () => {
    const clock: Clock = {
      now: Date.now,
      setTimer: (delayInMs, run) => {
        const timer = setTimeout(run, delayInMs === 60_000 ? 0 : delayInMs)
        return () => clearTimeout(timer)
      }
    }
    const setup = await openSetup({ studio: { connection: null } })
    await setup.reopen({ clock })
    await expect.poll(async () => await listBackups(setup.dataDir)).toHaveLength(1)
    await setup.studio.close()
    const journal = await openTestJournal(join(setup.dataDir, 'journal.db'))
    journal.rememberUpload({ connectionId: 'x'.repeat(40_000_000), sha256: 'a', capability: 'b', parameter: 'c' }, 'https://s/1', 1)
    journal.close()
    await setup.reopen({ clock })
    const backups = join(setup.dataDir, 'backups')
    await expect.poll(async () => (await readdir(backups)).join(' '), { interval: 1 }).toContain('.part')
    await setup.studio.close()
    const kept = await listBackups(setup.dataDir)
    expect(await readdir(backups)).toHaveLength(kept.length)
    for (const { path } of kept) {
      const copy = new DatabaseSync(path, { readOnly: true })
      expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
      copy.close()
    }
  })

  it('don’t include incomplete files that a kill left behind', async () => {
    const setup = await openSetup()
    await setup.studio.close()
    await backUp(setup, 1_000_000_000_000)
    await writeFile(join(setup.dataDir, 'backups', 'journal-2000000000000.db.part'), 'half')
    expect(await listBackups(setup.dataDir)).toHaveLength(1)
  })
})
