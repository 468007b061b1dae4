import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { BatchPlan } from '../../shared/form/batch/batch-plan.ts'
import type { BatchSource } from '../../shared/form/batch/batch-source.ts'
import { openStudio } from '../../electron/studio.ts'
import { openTestJournal } from '../electron/tasks/journal/open-test-journal.ts'
import { openSetup, standardImageGenerator, type Setup } from './open-setup.ts'

/** Locks the journal, as another program would. `write` blocks only writes. `all` also blocks reads. */
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

function plan(setup: Setup): Promise<BatchPlan> {
  const source: BatchSource = { way: 'grid', axes: [{ field: 'prompt', values: ['a cup', 'a jug'] }] }
  const signal = new AbortController().signal
  return setup.studio.planBatch({ capability: standardImageGenerator, values: {}, source, onProgress: () => undefined, signal })
}

const busy = {
  message: 'Another app is using Kiln’s data folder, so nothing was sent or charged.',
  advice: 'Try again in a moment. You can also close the other app.'
}

describe('a journal that another program has locked', () => {
  it('delays a task and a batch, which are saved and sent once', async () => {
    const setup = await openSetup()
    const { id: planId } = await plan(setup)
    const { release } = holdJournal(setup.dataDir, 'write')
    const asked = setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a celadon vase' } })
    const started = [setup.studio.startBatch(planId, { skipInvalid: false }), setup.studio.startBatch(planId, { skipInvalid: false })]
    afterAWhile(release)
    const task = await asked
    const [batch, again] = await Promise.all(started)
    expect(again).toEqual(batch)
    expect(setup.studio.batches()).toEqual([batch])
    expect(setup.studio.tasks()).toHaveLength(3)
    await setup.until(task.id, 'done')
    for (const row of setup.studio.tasks()) await setup.until(row.id, 'done')
    expect(setup.charges()).toBe(3)
  })

  it('is reported if it stays locked, and nothing is sent', async () => {
    const setup = await openSetup()
    const { id: planId } = await plan(setup)
    const { release } = holdJournal(setup.dataDir, 'write')
    const asked = setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a celadon vase' } })
    const started = setup.studio.startBatch(planId, { skipInvalid: false })
    await Promise.all([expect(asked).rejects.toMatchObject(busy), expect(started).rejects.toMatchObject(busy)])
    release()
    expect([setup.studio.tasks(), setup.studio.batches(), setup.callsTo('/submit')]).toEqual([[], [], 0])
  })

  it('makes a waiting submission fail once Kiln is closing', async () => {
    const setup = await openSetup()
    holdJournal(setup.dataDir, 'write')
    const asked = setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a celadon vase' } })
    const refused = asked.catch((error: unknown) => error)
    // Waits until the first attempt to write has failed.
    await new Promise((resolve) => setTimeout(resolve, 300))
    await setup.studio.close()
    expect(await refused).toMatchObject({ message: 'Kiln is closing. Nothing was sent.' })
  })

  it('is retried while Kiln closes, so that the next start finds every change', async () => {
    const setup = await openSetup()
    let held: { readonly release: () => void } | null = null
    const unsubscribe = setup.studio.subscribe((event) => {
      if (event.kind === 'task' && event.task.phase === 'running') held ??= holdJournal(setup.dataDir, 'write')
    })
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a celadon vase' } })
    await setup.until(task.id, 'collecting')
    unsubscribe()
    afterAWhile(() => held?.release())
    await setup.studio.close()
    const journal = await openTestJournal(join(setup.dataDir, 'journal.db'))
    const [written] = await journal.load()
    journal.close()
    expect(written?.state.phase).toBe('collecting')
    await setup.reopen()
    await setup.until(task.id, 'done')
    expect(setup.charges()).toBe(1)
  })

  it('delays Kiln’s start until it’s unlocked', async () => {
    const setup = await openSetup()
    await setup.studio.close()
    const { release } = holdJournal(setup.dataDir, 'all')
    afterAWhile(release)
    await setup.reopen({ connection: null })
    expect(setup.studio.tasks()).toEqual([])
  })

  it('is reported as busy, not as damaged, if it stays locked while Kiln starts', async () => {
    const setup = await openSetup()
    await setup.studio.close()
    const { release } = holdJournal(setup.dataDir, 'all')
    await expect(openTestJournal(join(setup.dataDir, 'journal.db'), { triesWhenBusy: 2 })).rejects.toMatchObject({ reason: 'busy' })
    release()
    const studio = await openStudio({ dataDir: setup.dataDir, connection: null })
    await studio.close()
  })
})
