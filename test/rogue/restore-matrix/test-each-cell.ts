import { expect, it } from 'vitest'
import type { RecentList } from './expected-outcome.ts'
import { type RestoreCell, recordedKnowledge, runRestoreCell, type RestoreMethod } from './restore-cell.ts'
import { type RestoreTimeline, restoreTimelines } from './restore-timelines.ts'

/** Number of seeds. The first seed gives the default personality. `KILN_RESTORE_SEEDS=20` adds nineteen random ones. */
export const restoreSeedCount = Number(process.env['KILN_RESTORE_SEEDS'] ?? 1)
export const recentLists: readonly RecentList[] = ['names keys', 'contains bare IDs', 'is missing']

type NamedRestoreMethod = {
  readonly way: RestoreMethod
  readonly words: string
  /** True to test only one list and age for each timeline. Ignored if there are several seeds. */
  readonly isSampled?: boolean
}

/** Registers one test per combination of timeline, restore method, recent-task list, age and seed. */
export function testEachCell(waysFor: (timeline: RestoreTimeline) => readonly NamedRestoreMethod[]): void {
  for (const [place, timeline] of restoreTimelines.entries())
    for (const { way: restoreMethod, words, isSampled = false } of waysFor(timeline)) {
      const pairs = recentLists.flatMap((list) => agesOf(timeline, restoreMethod).map((isFresh) => ({ list, isFresh })))
      for (const { list, isFresh } of isSampled && restoreSeedCount === 1 ? pairs.slice(place % pairs.length).slice(0, 1) : pairs)
        for (let seed = 0; seed < restoreSeedCount; seed += 1) {
          const cell: RestoreCell = { timeline, way: restoreMethod, list, isFresh, seed }
          it(`${timeline.state}: ${words}, the list ${list}${isFresh ? '' : ', days later'}${seed === 0 ? '' : `, seed ${seed}`}`, async () => {
            const { found, wanted } = await runRestoreCell(cell)
            expect(found).toEqual(wanted)
          })
        }
    }
}

/**
 * Returns the values of `isFresh` to test. False if the service may have forgotten the idempotency keys. This matters only for tasks that
 * could be sent again.
 */
function agesOf(timeline: RestoreTimeline, restoreMethod: RestoreMethod): readonly boolean[] {
  return ['nothing', 'task id'].includes(recordedKnowledge({ timeline, way: restoreMethod })) ? [false] : [true, false]
}
