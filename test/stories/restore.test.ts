import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { keepBackup, listBackups } from '../../electron/journal/backups.ts'
import { JournalError } from '../../electron/journal/journal-errors.ts'
import { openJournal } from '../../electron/journal/open-journal.ts'
import { openStudio, restoreJournal } from '../../electron/studio.ts'
import { openStory, standard, third, waitFor, type Story } from './open-story.ts'

const keep = { newest: 3, days: 5 }

async function backUp(story: Story, at: number): Promise<void> {
  const journal = openJournal(join(story.dataDir, 'journal.db'))
  await keepBackup(journal, story.dataDir, at, keep)
  journal.close()
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
    expect(await readFile(join(quarantine, 'journal.db'))).toEqual(torn)

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
    expect(await readdir(quarantine)).toContain('journal.db')
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

  it('are not those that a kill left half written', async () => {
    const story = await openStory()
    await story.studio.close()
    await backUp(story, 1_000_000_000_000)
    await writeFile(join(story.dataDir, 'backups', 'journal-2000000000000.db.part'), 'half')
    expect(await listBackups(story.dataDir)).toHaveLength(1)
  })
})
