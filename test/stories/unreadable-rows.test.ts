import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDiagnostics } from '../../electron/desktop/diagnostics.ts'
import { saveCopy } from '../../electron/desktop/save-copy.ts'
import { openSettings } from '../../electron/desktop/settings.ts'
import { unzipped } from '../desktop/unzipped.ts'
import { openStory, standard, type Story } from './open-story.ts'

/** Overwrites the row of a task with a text that can't be read. */
function spoil(story: Story, id: string): void {
  const database = new DatabaseSync(join(story.dataDir, 'journal.db'))
  database.prepare("UPDATE tasks SET record = '{' WHERE id = ?").run(id)
  database.close()
}

async function journalFacts(story: Story): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-facts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const diagnostics = createDiagnostics({
    dataDir: story.dataDir,
    crashDumps: join(folder, 'crashes'),
    versions: { Kiln: '1', Electron: null, Chromium: null, Node: null, SQLite: null },
    settings: openSettings({
      section: { read: () => undefined, write: () => undefined },
      defaultLibraryFolder: folder,
      platform: 'linux',
      onChange: () => undefined
    }).current,
    studio: story.studio,
    saveCopy,
    onProgress: () => undefined
  })
  await diagnostics.saveAll(join(folder, 'all.zip'), { withCrashDumps: false })
  return JSON.parse(unzipped(await readFile(join(folder, 'all.zip'))).get('journal.json') ?? '')
}

describe('a task whose row can’t be read', () => {
  it('stops no other task, is never sent again, and is reported', async () => {
    const story = await openStory()
    story.practice.faults.add({ on: 'submit', do: { kind: 'error', httpStatus: 429, errorType: 'RATE_LIMITED', retryAfterInSeconds: 300 } })
    const lost = await story.studio.submit({ capability: standard, values: { prompt: 'a row that is spoilt' } })
    await story.until(lost.id, 'queued')
    await story.practice.account.change({ balance: 0 })
    const other = await story.studio.submit({ capability: standard, values: { prompt: 'a celadon vase' } })
    await story.studio.close()
    spoil(story, lost.id)
    await story.practice.account.change({ balance: 1_000 })

    await story.reopen()
    await story.studio.resume()
    await story.until(other.id, 'done')
    expect(story.studio.tasks().map(({ id }) => id)).toEqual([other.id])
    expect([story.studio.unreadableTasks(), story.charges()]).toEqual([1, 1])
    expect((await story.studio.reconcile())?.sentences[0]).toMatch(/^1 task in the journal can’t be read\./)
    expect(story.studio.reconciliation()?.sentences[0]).toMatch(/^1 task in the journal can’t be read\./)
    expect(await journalFacts(story)).toMatchObject({ tasks: 1, unreadable: 1 })
  })

  it('can be imported from the recent tasks if it was charged', async () => {
    const story = await openStory()
    const lost = await story.studio.submit({ capability: standard, values: { prompt: 'a celadon vase' } })
    await story.until(lost.id, 'done')
    await story.studio.close()
    spoil(story, lost.id)

    await story.reopen()
    const report = await story.studio.reconcile()
    const adopted = story.studio.adopt(report?.strangers[0]?.taskId ?? '')
    await story.until(adopted.id, 'done')
    expect(story.charges()).toBe(1)
  })
})
