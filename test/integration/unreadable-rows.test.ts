import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDiagnostics } from '../../electron/diagnostics/diagnostics.ts'
import { saveFileCopy } from '../../electron/desktop/dialogs/save-file-copy.ts'
import { openSettings } from '../../electron/settings/settings.ts'
import { readZipTexts } from '../electron/diagnostics/read-zip-texts.ts'
import { openSetup, standardImageGenerator, type Setup } from './open-setup.ts'
import { reportSentences } from '../shared/phrases/phrase-texts.ts'

/** Overwrites the task's row in the journal with invalid JSON. */
function spoil(setup: Setup, id: string): void {
  const database = new DatabaseSync(join(setup.dataDir, 'journal.db'))
  database.prepare("UPDATE tasks SET record = '{' WHERE id = ?").run(id)
  database.close()
}

async function journalFacts(setup: Setup): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-facts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const diagnostics = createDiagnostics({
    dataDir: setup.dataDir,
    crashDumps: join(folder, 'crashes'),
    versions: { Kiln: '1', Electron: null, Chromium: null, Node: null, SQLite: null },
    settings: openSettings({
      section: { read: () => undefined, write: () => undefined },
      defaultLibraryFolder: folder,
      platform: 'linux',
      onChange: () => undefined
    }).current,
    studio: setup.studio,
    saveCopy: saveFileCopy,
    onProgress: () => undefined
  })
  await diagnostics.saveAll(join(folder, 'all.zip'), { withCrashDumps: false })
  return JSON.parse(readZipTexts(await readFile(join(folder, 'all.zip'))).get('journal.json') ?? '')
}

describe('a task whose row can’t be read', () => {
  it('doesn’t stop other tasks, is never sent again, and is reported', async () => {
    const setup = await openSetup()
    setup.practice.faults.add({ on: 'submit', do: { kind: 'error', httpStatus: 429, errorType: 'RATE_LIMITED', retryAfterInSeconds: 300 } })
    const lost = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a row that is spoilt' } })
    await setup.until(lost.id, 'queued')
    await setup.practice.account.change({ balance: 0 })
    const other = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a celadon vase' } })
    await setup.studio.close()
    spoil(setup, lost.id)
    await setup.practice.account.change({ balance: 1_000 })

    await setup.reopen()
    await setup.studio.resume()
    await setup.until(other.id, 'done')
    expect(setup.studio.tasks().map(({ id }) => id)).toEqual([other.id])
    expect([setup.studio.unreadableTasks(), setup.charges()]).toEqual([1, 1])
    expect(reportSentences(await setup.studio.reconcile())?.[0]).toMatch(/^1 task in the journal can’t be read\./)
    expect(reportSentences(setup.studio.reconciliation())?.[0]).toMatch(/^1 task in the journal can’t be read\./)
    expect(await journalFacts(setup)).toMatchObject({ tasks: 1, unreadable: 1 })
  })

  it('can be imported from the recent tasks if it was charged', async () => {
    const setup = await openSetup()
    const lost = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a celadon vase' } })
    await setup.until(lost.id, 'done')
    await setup.studio.close()
    spoil(setup, lost.id)

    await setup.reopen()
    const report = await setup.studio.reconcile()
    const adopted = setup.studio.adopt(report?.untrackedTasks[0]?.taskId ?? '')
    await setup.until(adopted.id, 'done')
    expect(setup.charges()).toBe(1)
  })
})
