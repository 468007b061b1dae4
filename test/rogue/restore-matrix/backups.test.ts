import { describe, expect, it } from 'vitest'
import { countChargesForPrompt, waitUntilIdle } from './expected-outcome.ts'
import { minuteInMs } from './open-restore-world.ts'
import { runRestoreCell } from './restore-cell.ts'
import { type RestoreMoment, type RestoreTimeline, restoreTimelines } from './restore-timelines.ts'
import { testEachCell } from './test-each-cell.ts'

describe('a damaged journal, replaced by a backup, leads to the expected outcome for a task that is', () => {
  testEachCell(({ knows }) =>
    (Object.keys(knows) as RestoreMoment[]).map((moment) => ({
      way: { kind: 'damaged', moment },
      words: moment === 'in that state' ? 'newest backup' : `older backup, made ${moment}`,
      // A backup from before the task was queued never contains the task. The task's state therefore doesn't matter, and samples suffice.
      isSampled: moment === 'before it was queued'
    }))
  )
})

describe('a task that needs confirmation to be sent', () => {
  it.each(['contains bare IDs', 'is missing'] as const)('is sent once if the user confirms and the list %s', async (list) => {
    const timeline = restoreTimelines.find(({ state }) => state === 'queued, and never sent') as RestoreTimeline
    const { found, wanted, world, studio } = await runRestoreCell({
      timeline,
      way: { kind: 'damaged', moment: 'in that state' },
      list,
      isFresh: false,
      seed: 0
    })
    expect(found).toEqual(wanted)
    const task = studio.tasks().find(({ question }) => question?.kind === 'copy')
    studio.agree(task?.id ?? '', 'copy')
    await world.pass(10 * minuteInMs)
    await waitUntilIdle(world, studio)
    expect(studio.task(task?.id ?? '')?.phase).toBe('done')
    expect([countChargesForPrompt(world, task?.title ?? ''), world.service.violations()]).toEqual([1, []])
  })
})

/**
 * Restores a backup from before the task was sent, days later. The service has no list of recent tasks, so nothing shows that the task was
 * sent.
 */
async function restoreUnsent(state: string) {
  const timeline = restoreTimelines.find((one) => one.state.startsWith(state)) as RestoreTimeline
  const { found, wanted, world, studio } = await runRestoreCell({
    timeline,
    way: { kind: 'damaged', moment: 'before it was sent' },
    list: 'is missing',
    isFresh: false,
    seed: 0
  })
  expect(found).toEqual(wanted)
  return { world, studio, prompt: timeline.prompts[0] ?? '' }
}

describe('batch rows with different questions', () => {
  it('are sent only for the question that the user confirms', async () => {
    const { world, studio } = await restoreUnsent('in a stopped batch')
    const row = (prompt: string) => studio.tasks().find(({ title }) => title === prompt)
    const batchId = row('a red vase')?.batch?.id ?? ''
    // The red vase's price rises. Once the user confirms sending the red vase again, the new price must also be confirmed. The blue vase
    // must still wait until the user confirms sending it again.
    world.service.change({ documents: { price: 'doubled' } })
    await studio.checkContract('now')
    studio.agree(row('a red vase')?.id ?? '', 'copy')
    await world.pass(10 * minuteInMs)
    expect([row('a red vase')?.question?.kind, row('a blue vase')?.question?.kind]).toEqual(['price', 'copy'])
    studio.agreeInBatch(batchId, 'price')
    await world.pass(10 * minuteInMs)
    await waitUntilIdle(world, studio)
    expect([row('a red vase')?.phase, row('a blue vase')?.question?.kind]).toEqual(['done', 'copy'])
    expect([countChargesForPrompt(world, 'a red vase'), countChargesForPrompt(world, 'a blue vase')]).toEqual([2, 1])
  })
})

describe('a cancelled task that may have been sent already', () => {
  it('is never sent, needs confirmation again after an undo, and gets its result once the service lists it', async () => {
    const { world, studio, prompt } = await restoreUnsent('queued, then sent and charged')
    const task = () => studio.tasks().find(({ title }) => title === prompt)
    const id = task()?.id ?? ''
    studio.cancel(id)
    expect(task()).toMatchObject({ phase: 'cancelled', credits: { state: 'pending' } })
    expect(studio.timeline(id).at(-1)).toMatchObject({ code: 'cancelled', params: { detail: { code: 'cancelled-despite-copy' } } })
    studio.undoCancel([id])
    expect(task()?.question).toEqual({ kind: 'copy' })
    studio.cancel(id)
    await waitUntilIdle(world, studio)
    expect(task()?.phase).toBe('cancelled')
    world.service.change({ recent: { presence: 'listed' } })
    await waitUntilIdle(world, studio)
    expect(task()?.phase).toBe('done')
    expect([countChargesForPrompt(world, prompt), world.service.violations()]).toEqual([1, []])
  })
})
