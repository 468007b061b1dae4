import { expect, it } from 'vitest'
import type { RecentList } from './expected-outcome.ts'
import { type Cell, knowledgeOf, restoreIn, type RestoreMethod } from './restore-cell.ts'
import { type RestoreTimeline, timelines } from './timelines.ts'

/** Number of seeds. The first seed gives the default personality. `KILN_RESTORE_SEEDS=20` adds nineteen random ones. */
export const seeds = Number(process.env['KILN_RESTORE_SEEDS'] ?? 1)
export const lists: readonly RecentList[] = ['names keys', 'contains bare IDs', 'is missing']

type NamedRestoreMethod = {
  readonly way: RestoreMethod
  readonly words: string
  /** True to test only one list and age for each timeline. Ignored if there are several seeds. */
  readonly isSampled?: boolean
}

/** Registers one test per combination of timeline, restore method, recent-task list, age and seed. */
export function testEachCell(waysFor: (timeline: RestoreTimeline) => readonly NamedRestoreMethod[]): void {
  for (const [place, timeline] of timelines.entries())
    for (const { way: restoreMethod, words, isSampled = false } of waysFor(timeline)) {
      const pairs = lists.flatMap((list) => agesOf(timeline, restoreMethod).map((isFresh) => ({ list, isFresh })))
      for (const { list, isFresh } of isSampled && seeds === 1 ? pairs.slice(place % pairs.length).slice(0, 1) : pairs)
        for (let seed = 0; seed < seeds; seed += 1) {
          const cell: Cell = { timeline, way: restoreMethod, list, isFresh, seed }
          it(`${timeline.state}: ${words}, the list ${list}${isFresh ? '' : ', days later'}${seed === 0 ? '' : `, seed ${seed}`}`, async () => {
            const { found, wanted } = await restoreIn(cell)
            expect(found).toEqual(wanted)
          })
        }
    }
}

/** Returns the values of `isFresh` to test. Whether the service remembers keys matters only for tasks that could be sent again. */
function agesOf(timeline: RestoreTimeline, restoreMethod: RestoreMethod): readonly boolean[] {
  return ['nothing', 'task id'].includes(knowledgeOf({ timeline, way: restoreMethod })) ? [false] : [true, false]
}
