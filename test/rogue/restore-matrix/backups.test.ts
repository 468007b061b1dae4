import { describe, expect, it } from 'vitest'
import { chargesFor, waitUntilIdle } from './expected-outcome.ts'
import { minute } from './open-restore-world.ts'
import { restoreIn } from './restore-cell.ts'
import { type RestoreMoment, type RestoreTimeline, timelines } from './timelines.ts'
import { testEachCell } from './test-each-cell.ts'

describe('a damaged journal that is replaced by a backup, for a task that is', () => {
  testEachCell(({ knows }) =>
    (Object.keys(knows) as RestoreMoment[]).map((moment) => ({
      way: { kind: 'damaged', moment },
      words: moment === 'in that state' ? 'newest backup' : `older backup, made ${moment}`,
      // Such a backup doesn't contain the task, whatever its outcome.
      isSampled: moment === 'before it was asked for'
    }))
  )
})

describe('a task that asks whether to send it', () => {
  it.each(['is of bare ids', 'is missing'] as const)('is sent once when you confirm, where the list %s', async (list) => {
    const timeline = timelines.find(({ state }) => state === 'queued, and never sent') as RestoreTimeline
    const { found, wanted, world, studio } = await restoreIn({
      timeline,
      way: { kind: 'damaged', moment: 'in that state' },
      list,
      isFresh: false,
      seed: 0
    })
    expect(found).toEqual(wanted)
    const task = studio.tasks().find(({ question }) => question?.kind === 'copy')
    studio.agreeToPrice(task?.id ?? '')
    await world.pass(10 * minute)
    await waitUntilIdle(world, studio)
    expect(studio.task(task?.id ?? '')?.phase).toBe('done')
    expect([chargesFor(world, task?.title ?? ''), world.service.violations()]).toEqual([1, []])
  })
})
