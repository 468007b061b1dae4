import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { BatchPlan } from '../../shared/batch/batch-plan.ts'
import type { BatchSource } from '../../shared/batch/batch-source.ts'
import { openStudio } from '../../electron/studio.ts'
import { openForTest } from '../journal/open-for-test.ts'
import { openStory, standard, type Story } from './open-story.ts'

/** Locks the journal as another program does. `write` blocks writes only, `all` also reads. */
function holdJournal(dataDir: string, what: 'write' | 'all'): { readonly release: () => void } {
  const database = new DatabaseSync(join(dataDir, 'journal.db'))
  if (what === 'all') database.exec('PRAGMA locking_mode = EXCLUSIVE')
  database.exec('BEGIN EXCLUSIVE')
  let isHeld = true
  const release = (): void => {
    if (isHeld) database.close()
    isHeld = false
  }
  onTestFinished(release)
  return { release }
}

function afterAWhile(work: () => void): void {
  const timer = setTimeout(work, 600)
  onTestFinished(() => clearTimeout(timer))
}

function plan(story: Story): Promise<BatchPlan> {
  const source: BatchSource = { way: 'grid', axes: [{ field: 'prompt', values: ['a cup', 'a jug'] }] }
  const signal = new AbortController().signal
  return story.studio.planBatch({ capability: standard, values: {}, source, onProgress: () => undefined, signal })
}

const busy = {
  message: 'Another program is using Kiln’s data folder, so this could not be saved. Nothing was sent and nothing was charged.',
  advice: 'Try again in a moment, or close the other program.'
}

describe('a journal that another program holds', () => {
  it('is waited for: a task and a batch are saved once, and sent once', async () => {
    const story = await openStory()
    const { id: planId } = await plan(story)
    const { release } = holdJournal(story.dataDir, 'write')
    const asked = story.studio.submit({ capability: standard, values: { prompt: 'a celadon vase' } })
    const started = [story.studio.startBatch(planId, { leaveOutBad: false }), story.studio.startBatch(planId, { leaveOutBad: false })]
    afterAWhile(release)
    const task = await asked
    const [batch, again] = await Promise.all(started)
    expect(again).toEqual(batch)
    expect(story.studio.batches()).toEqual([batch])
    expect(story.studio.tasks()).toHaveLength(3)
    await story.until(task.id, 'done')
    for (const row of story.studio.tasks()) await story.until(row.id, 'done')
    expect(story.charges()).toBe(3)
  })

  it('is reported when it stays held, and nothing is sent', async () => {
    const story = await openStory()
    const { id: planId } = await plan(story)
    const { release } = holdJournal(story.dataDir, 'write')
    const asked = story.studio.submit({ capability: standard, values: { prompt: 'a celadon vase' } })
    const started = story.studio.startBatch(planId, { leaveOutBad: false })
    await Promise.all([expect(asked).rejects.toMatchObject(busy), expect(started).rejects.toMatchObject(busy)])
    release()
    expect([story.studio.tasks(), story.studio.batches(), story.callsTo('/submit')]).toEqual([[], [], 0])
  }, 30_000)

  it('is not waited for once Kiln is closing', async () => {
    const story = await openStory()
    holdJournal(story.dataDir, 'write')
    const asked = story.studio.submit({ capability: standard, values: { prompt: 'a celadon vase' } })
    const refused = asked.catch((error: unknown) => error)
    // Time for the first try.
    await new Promise((resolve) => setTimeout(resolve, 300))
    await story.studio.close()
    expect(await refused).toMatchObject({ message: 'Kiln is closing; nothing was sent.' })
  })

  it('is tried again at closing, so that the next start finds what was not written yet', async () => {
    const story = await openStory()
    let held: { readonly release: () => void } | null = null
    const unsubscribe = story.studio.subscribe((event) => {
      if (event.kind === 'task' && event.task.phase === 'running') held ??= holdJournal(story.dataDir, 'write')
    })
    const task = await story.studio.submit({ capability: standard, values: { prompt: 'a celadon vase' } })
    await story.until(task.id, 'collecting')
    unsubscribe()
    afterAWhile(() => held?.release())
    await story.studio.close()
    const journal = await openForTest(join(story.dataDir, 'journal.db'))
    const [written] = await journal.load()
    journal.close()
    expect(written?.state.phase).toBe('collecting')
    await story.reopen()
    await story.until(task.id, 'done')
    expect(story.charges()).toBe(1)
  })

  it('is waited for while Kiln opens', async () => {
    const story = await openStory()
    await story.studio.close()
    const { release } = holdJournal(story.dataDir, 'all')
    afterAWhile(release)
    await story.reopen({ connection: null })
    expect(story.studio.tasks()).toEqual([])
  })

  it('is reported as busy and not as damaged when it stays held while Kiln opens', async () => {
    const story = await openStory()
    await story.studio.close()
    const { release } = holdJournal(story.dataDir, 'all')
    await expect(openForTest(join(story.dataDir, 'journal.db'), { triesWhenBusy: 2 })).rejects.toMatchObject({ reason: 'busy' })
    release()
    const studio = await openStudio({ dataDir: story.dataDir, connection: null })
    await studio.close()
  })
})
