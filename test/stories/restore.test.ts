import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, vi } from 'vitest'
import type { Clock } from '../../electron/core/ports.ts'
import { keepBackup, listBackups } from '../../electron/journal/backups.ts'
import { JournalError } from '../../electron/journal/journal-errors.ts'
import { openStudio, restoreJournal } from '../../electron/studio.ts'
import { openForTest } from '../journal/open-for-test.ts'
import { openStory, standard, third, waitFor, type Story } from './open-story.ts'

const keep = { newest: 3, days: 5 }

async function backUp(story: Story, at: number): Promise<void> {
  await keepBackup(story.dataDir, at, keep, new AbortController().signal)
}

async function damage(story: Story): Promise<Buffer> {
  const path = join(story.dataDir, 'journal.db')
  const torn = (await readFile(path)).fill(0x2a, 100, 4000)
  await writeFile(path, torn)
  return torn
}

describe('a journal that is damaged', () => {
  it('is set aside whole, and its copy finds again what was paid since, without paying twice', async () => {
    const story = await openStory()
    const before = await story.studio.submit({ capability: standard, values: { prompt: 'before the copy' } })
    await story.until(before.id, 'done')
    // Asked for while no account is open: the copy holds it as not sent.
    await story.studio.disconnect()
    await story.studio.close()
    await backUp(story, 1_000_000_000_000)
    await story.reopen()
    const since = await story.studio.submit({ capability: third, values: { prompt: 'since the copy' } })
    await story.until(since.id, 'done')
    await story.studio.close()
    const torn = await damage(story)

    await expect(openStudio({ dataDir: story.dataDir, connection: null })).rejects.toBeInstanceOf(JournalError)
    const [backup] = await listBackups(story.dataDir)
    const quarantine = await restoreJournal(story.dataDir, backup ?? null)
    expect(await readFile(join(quarantine ?? '', 'journal.db'))).toEqual(torn)

    await story.reopen()
    expect(story.studio.tasks().map(({ id }) => id)).toEqual([before.id])
    const report = await story.studio.reconcile()
    const taskId = report?.strangers[0]?.taskId ?? ''
    const adopted = story.studio.adopt(taskId)
    await story.until(adopted.id, 'done')
    expect(story.charges()).toBe(2)
  })

  it('lets a task that was sent after the copy be found by its key, and not sent anew', async () => {
    const story = await openStory({ studio: { connection: null } })
    const connection = { baseUrl: story.practice.url, apiKey: story.practice.apiKey }
    await story.studio.connect(connection)
    // It waits for its turn in the copy, and is sent afterwards.
    story.practice.faults.add({ on: 'submit', do: { kind: 'error', httpStatus: 429, errorType: 'RATE_LIMITED', retryAfterInSeconds: 300 } })
    const { id } = await story.studio.submit({ capability: standard, values: { prompt: 'a celadon vase' } })
    await waitFor(() => story.callsTo('/submit') === 1)
    await story.studio.close()
    await backUp(story, 1_000_000_000_000)
    await story.reopen({ connection })
    await story.until(id, 'done')
    await story.studio.close()
    await damage(story)

    const [backup] = await listBackups(story.dataDir)
    await restoreJournal(story.dataDir, backup ?? null)
    await story.reopen({ connection })
    const again = await story.until(id, 'done')
    expect(story.studio.timeline(id).map(({ words }) => words)).toContain('Found among the recent tasks of the service.')
    expect([again.attempt, story.charges()]).toEqual([1, 1])
  })

  it('can be begun anew by the person’s own word, and is kept', async () => {
    const story = await openStory()
    await story.studio.close()
    await damage(story)
    const quarantine = await restoreJournal(story.dataDir, null)
    await story.reopen()
    expect(story.studio.tasks()).toEqual([])
    expect(await readdir(quarantine ?? '')).toContain('journal.db')
  })
})

describe('a folder without its journal', () => {
  /** A studio that was used and closed, with a backup of its one task, which waits. */
  async function aUsedFolder(): Promise<Story> {
    const story = await openStory()
    await story.practice.account.change({ balance: 0 })
    const { id } = await story.studio.submit({ capability: standard, values: { prompt: 'a celadon vase' } })
    await story.until(id, 'held')
    await story.studio.close()
    await backUp(story, 1_000_000_000_000)
    return story
  }

  const missing = { name: 'JournalError', reason: 'missing' }

  it.each([
    ['a backup', ['backups']],
    ['a journal that was set aside', ['quarantine']],
    ['a restore that was killed', ['journal.db.restoring']],
    ['drafts and presets', ['desk.sqlite']],
    ['the log of a journal', ['journal.db-wal']]
  ])('is not new where it holds %s: nothing is opened or changed', async (_what, kept) => {
    const story = await aUsedFolder()
    const path = join(story.dataDir, 'journal.db')
    await cp(path, `${path}.restoring`)
    await cp(path, `${path}-wal`)
    await mkdir(join(story.dataDir, 'quarantine', 'journal-1'), { recursive: true })
    await rm(path)
    for (const name of ['backups', 'quarantine', 'journal.db.restoring', 'desk.sqlite', 'journal.db-wal'])
      if (!kept.includes(name)) await rm(join(story.dataDir, name), { recursive: true })
    const before = await readdir(story.dataDir)
    await expect(openStudio({ dataDir: story.dataDir, connection: null })).rejects.toMatchObject(missing)
    expect(await readdir(story.dataDir)).toEqual(before)
  })

  it('is asked about again until a backup was restored, whose task is doubted; a log that was left is kept', async () => {
    const story = await aUsedFolder()
    const path = join(story.dataDir, 'journal.db')
    await rename(path, join(story.folder, 'elsewhere.db'))
    await writeFile(`${path}-wal`, 'the log of a journal')
    await expect(openStudio({ dataDir: story.dataDir, connection: null })).rejects.toMatchObject(missing)
    await expect(openStudio({ dataDir: story.dataDir, connection: null })).rejects.toMatchObject(missing)
    const [backup] = await listBackups(story.dataDir)
    const quarantine = await restoreJournal(story.dataDir, backup ?? null)
    expect(await readFile(join(quarantine ?? '', 'journal.db-wal'), 'utf8')).toBe('the log of a journal')
    await story.reopen({ connection: null })
    expect(story.studio.tasks().map(({ phase }) => phase)).toEqual(['unconfirmed'])
  })

  it('is not asked about again once a person has begun an empty journal', async () => {
    const story = await aUsedFolder()
    for (const ending of ['', '-wal', '-shm']) await rm(join(story.dataDir, `journal.db${ending}`), { force: true })
    expect(await restoreJournal(story.dataDir, null)).toBeNull()
    await story.reopen({ connection: null })
    expect(story.studio.tasks()).toEqual([])
  })

  it('is not new where the journal was cut to 0 bytes', async () => {
    const story = await aUsedFolder()
    await writeFile(join(story.dataDir, 'journal.db'), '')
    await expect(openStudio({ dataDir: story.dataDir, connection: null })).rejects.toMatchObject(missing)
  })

  it('keeps the journal where the backup is damaged too', async () => {
    const story = await aUsedFolder()
    const torn = await damage(story)
    const [backup] = await listBackups(story.dataDir)
    await writeFile(backup?.path ?? '', torn)
    await expect(restoreJournal(story.dataDir, backup ?? null)).rejects.toMatchObject({ reason: 'damaged' })
    expect(await readFile(join(story.dataDir, 'journal.db'))).toEqual(torn)
  })
})

describe('a folder that was copied', () => {
  it('finds what was sent from the original, and sends it no second time', async () => {
    const story = await openStory({ studio: { connection: null } })
    const connection = { baseUrl: story.practice.url, apiKey: story.practice.apiKey }
    await story.studio.connect(connection)
    story.practice.faults.add({ on: 'submit', do: { kind: 'error', httpStatus: 429, errorType: 'RATE_LIMITED', retryAfterInSeconds: 300 } })
    const { id } = await story.studio.submit({ capability: standard, values: { prompt: 'a celadon vase' } })
    await waitFor(() => story.callsTo('/submit') === 1)
    await story.studio.close()
    await cp(story.dataDir, join(story.folder, 'copy'), { recursive: true })
    await story.reopen({ connection })
    await story.until(id, 'done')
    const submits = story.callsTo('/submit')

    await story.reopen({ connection, dataDir: join(story.folder, 'copy') })
    await story.until(id, 'done')
    const words = story.studio.timeline(id).map((entry) => entry.words)
    expect(words).toContain('The journal was restored from a backup or copied to another place. Kiln checks whether this was already sent.')
    expect(words).toContain('Found among the recent tasks of the service.')
    expect([story.callsTo('/submit'), story.charges()]).toEqual([submits, 1])
  })

  it('is believed where it was only moved', async () => {
    const story = await openStory()
    await story.practice.account.change({ balance: 0 })
    const { id } = await story.studio.submit({ capability: standard, values: { prompt: 'a celadon vase' } })
    await story.until(id, 'held')
    await story.studio.close()
    await rename(story.dataDir, join(story.folder, 'moved'))
    await story.reopen({ connection: null, dataDir: join(story.folder, 'moved') })
    expect(story.studio.task(id)?.phase).toBe('held')
  })
})

describe('copies of the journal', () => {
  it('are whole databases, the newest of them and one a day', async () => {
    const story = await openStory()
    const task = await story.studio.submit({ capability: standard, values: { prompt: 'a celadon vase' } })
    await story.until(task.id, 'done')
    await story.studio.close()
    const noon = new Date(2026, 10, 20, 12).getTime()
    const day = 86_400_000
    for (const at of [noon - 9 * day, noon - 8 * day, noon - 2 * day, noon - day, noon, noon + 1, noon + 2, noon + 3])
      await backUp(story, at)
    const backups = await listBackups(story.dataDir)
    expect(backups.map(({ at }) => at)).toEqual([noon + 3, noon + 2, noon + 1, noon - day, noon - 2 * day, noon - 8 * day, noon - 9 * day])
    const copy = new DatabaseSync(backups[0]?.path ?? '', { readOnly: true })
    expect(copy.prepare('SELECT count(*) AS tasks FROM tasks').get()).toEqual({ tasks: 1 })
    copy.close()
  })

  it('are made a minute after the start; one that is under way when Kiln closes is given up', async () => {
    const clock: Clock = {
      now: Date.now,
      setTimer: (delayInMs, run) => {
        const timer = setTimeout(run, delayInMs === 60_000 ? 0 : delayInMs)
        return () => clearTimeout(timer)
      }
    }
    const story = await openStory({ studio: { connection: null } })
    await story.reopen({ clock })
    await vi.waitFor(async () => expect(await listBackups(story.dataDir)).toHaveLength(1), { timeout: 60_000 })
    await story.studio.close()
    const journal = await openForTest(join(story.dataDir, 'journal.db'))
    journal.rememberUpload({ connectionId: 'x'.repeat(40_000_000), sha256: 'a', capability: 'b', parameter: 'c' }, 'https://s/1', 1)
    journal.close()
    await story.reopen({ clock })
    const backups = join(story.dataDir, 'backups')
    await vi.waitFor(async () => expect((await readdir(backups)).join(' ')).toContain('.part'), { timeout: 60_000, interval: 1 })
    await story.studio.close()
    const kept = await listBackups(story.dataDir)
    expect(await readdir(backups)).toHaveLength(kept.length)
    for (const { path } of kept) {
      const copy = new DatabaseSync(path, { readOnly: true })
      expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
      copy.close()
    }
  })

  it('are not those that a kill left half written', async () => {
    const story = await openStory()
    await story.studio.close()
    await backUp(story, 1_000_000_000_000)
    await writeFile(join(story.dataDir, 'backups', 'journal-2000000000000.db.part'), 'half')
    expect(await listBackups(story.dataDir)).toHaveLength(1)
  })
})
