import { describe, expect, it } from 'vitest'
import { rogueImageGeneratorId, openRogueSetup, describeTask, waitForRogueCondition } from '../open-rogue-setup.ts'
import { createFileFault, type FileFaultKind } from '../personality.ts'

const deadFirst = (does: FileFaultKind) => ({ storage: { faults: [createFileFault({ output: 0, does })] } })

describe('H1: a task with a dead output', () => {
  it.each<[string, FileFaultKind]>([
    ['responds with 404', { kind: 'status', status: 404 }],
    ['responds with 500', { kind: 'status', status: 500 }],
    ['responds with an HTML page', { kind: 'page' }],
    ['is empty', { kind: 'empty' }],
    ['refuses connections', { kind: 'refused' }],
    ['resets connections', { kind: 'reset' }]
  ])('has its other outputs saved while the first one %s', async (_, does) => {
    const setup = await openRogueSetup(deadFirst(does))
    const task = await setup.ask({ imageNum: '3' })
    await setup.until(task.id, 'collecting', 'done')
    const wanted = (setup.known(task.id)?.outputs ?? []).slice(1).flatMap(({ sha256 }) => sha256)
    await waitForRogueCondition(
      async () => {
        const saved = await setup.savedDigests()
        return wanted.every((digest) => saved.includes(digest))
      },
      () => `${describeTask(setup, task.id)} without the two downloadable results on disk.`
    )
    expect(wanted).toHaveLength(2)
  })

  it('doesn’t block later batch rows, even if there are sixteen such tasks', async () => {
    const setup = await openRogueSetup({
      storage: {
        faults: Array.from({ length: 16 }, (_, task) => createFileFault({ task, output: 0, does: { kind: 'status', status: 404 } }))
      }
    })
    const prompts = Array.from({ length: 20 }, (_, row) => `row ${row} of vases`)
    const plan = await setup.studio.planBatch({
      capability: rogueImageGeneratorId,
      values: { imageNum: '2' },
      source: { way: 'grid', axes: [{ field: 'prompt', values: prompts }] },
      onProgress: () => undefined,
      signal: new AbortController().signal
    })
    await setup.studio.startBatch(plan.id, { skipInvalid: false })
    await waitForRogueCondition(
      () => setup.service.tasks().length === prompts.length,
      () => `Only ${setup.service.tasks().length} of ${prompts.length} rows were sent.`
    )
    expect(setup.service.violations()).toEqual([])
  })
})
