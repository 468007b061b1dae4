import { expect, it } from 'vitest'
import type { RecentList } from './judge-restore.ts'
import { type Cell, knowledgeOf, restoreIn, type Way } from './restore-cell.ts'
import { type Timeline, timelines } from './timelines.ts'

/** The first seed is a service without any surprise. `KILN_RESTORE_SEEDS=20` draws nineteen others. */
export const seeds = Number(process.env['KILN_RESTORE_SEEDS'] ?? 1)
export const lists: readonly RecentList[] = ['names keys', 'is of bare ids', 'is missing']

type NamedWay = {
  readonly way: Way
  readonly words: string
  /** One list and age for each timeline is enough, except with several seeds. */
  readonly isSampled?: boolean
}

/** One test for each timeline, way, list of recent tasks and age, and for each seed. */
export function testEachCell(waysFor: (timeline: Timeline) => readonly NamedWay[]): void {
  for (const [place, timeline] of timelines.entries())
    for (const { way, words, isSampled = false } of waysFor(timeline)) {
      const pairs = lists.flatMap((list) => agesOf(timeline, way).map((isFresh) => ({ list, isFresh })))
      for (const { list, isFresh } of isSampled && seeds === 1 ? pairs.slice(place % pairs.length).slice(0, 1) : pairs)
        for (let seed = 0; seed < seeds; seed += 1) {
          const cell: Cell = { timeline, way, list, isFresh, seed }
          it(`${timeline.state}: ${words}, the list ${list}${isFresh ? '' : ', days later'}${seed === 0 ? '' : `, seed ${seed}`}`, async () => {
            const { found, wanted } = await restoreIn(cell)
            expect(found).toEqual(wanted)
          })
        }
    }
}

/** Whether the service remembers keys matters only to what could be sent again. */
function agesOf(timeline: Timeline, way: Way): readonly boolean[] {
  return ['nothing', 'task id'].includes(knowledgeOf({ timeline, way })) ? [false] : [true, false]
}
