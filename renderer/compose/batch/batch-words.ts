import type { BatchPlan } from '../../../shared/batch/batch-plan.ts'
import type { BatchWay } from '../../../shared/batch/batch.ts'
import type { Capability } from '../../../shared/capability.ts'
import { mediumWords } from '../../bridge/capability-words.ts'
import { countWords, creditWords } from '../../ui/figures.ts'

/** What the button does: "Make 27 pictures", or how many tasks it sends where that says more. */
export function batchGoWords(capability: Capability, { count, outputs }: Pick<BatchPlan, 'count' | 'outputs'>): string {
  if (capability.category === 'face-swap') return `Swap faces ${countWords(count)} ${count === 1 ? 'time' : 'times'}`
  return `Make ${counted(outputs, mediumWords(capability.output))}`
}

/** What it costs, as far as that is known before anything has run. */
export function batchPriceWords({ count, credits }: Pick<BatchPlan, 'count' | 'credits'>): string {
  if (credits.unknownRows === 0) return creditWords(credits.known)
  return credits.unknownRows === count ? 'price after it has run' : `at least ${creditWords(credits.known)}`
}

/** How it comes to that: "27 tasks × 10 credits" where each costs the same. */
export function batchSumWords({ count, credits, rows }: Pick<BatchPlan, 'count' | 'credits' | 'rows'>): string {
  const tasks = counted(count, 'task')
  if (credits.unknownRows > 0)
    return credits.unknownRows === count ? tasks : `${tasks}, ${counted(credits.unknownRows, 'price')} known after they have run`
  const each = rows.find(({ isBad }) => !isBad)?.credits ?? null
  return each !== null && each * count === credits.known ? `${tasks} × ${creditWords(each)}` : tasks
}

/** The heading over what was counted. */
export function countedWords({ way, count, badRows }: Pick<BatchPlan, 'way' | 'count' | 'badRows'>): string {
  const all = count + badRows.length
  const one = rowWord(way)
  if (badRows.length === 0) return all === 1 ? `1 ${one}, ready to go` : `${counted(all, one)}, all can go`
  if (count === 0) return all === 1 ? `The ${one} can’t go` : `None of ${countWords(all)} ${one}s can go`
  return `${countWords(count)} of ${counted(all, one)} can go`
}

/** What a person calls a row of each way. */
export function rowWord(way: BatchWay): string {
  return way === 'seeds' ? 'run' : way === 'folder' ? 'file' : 'row'
}

/** The one reason that stands in the way of every row; null where there are several. */
export function commonReason(badRows: BatchPlan['badRows']): string | null {
  const [first] = badRows
  const words = first?.problems.join(' ')
  return first !== undefined && words !== undefined && badRows.every(({ problems }) => problems.join(' ') === words) ? words : null
}

export function counted(count: number, one: string): string {
  return `${countWords(count)} ${one}${count === 1 ? '' : 's'}`
}
