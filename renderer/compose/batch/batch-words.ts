import type { BatchPlan } from '../../../shared/batch/batch-plan.ts'
import type { BatchWay } from '../../../shared/batch/batch.ts'
import type { Capability } from '../../../shared/capability.ts'
import { sentences } from '../../../shared/words/join.ts'
import { say } from '../../../shared/words/say.ts'
import { creditWords } from '../../ui/figures.ts'
import { countedMedia } from '../../../shared/counted-media.ts'
import { assertNever } from '../../../shared/assert-never.ts'

/** What the button does: "Make 27 pictures", or how many tasks it sends where that says more. */
export function batchGoWords(capability: Capability, { count, outputs }: Pick<BatchPlan, 'count' | 'outputs'>): string {
  if (capability.category === 'face-swap') return say('Swap faces {count, plural, one {# time} other {# times}}', { count })
  return say('Make {outputs}', { outputs: countedMedia(outputs, capability.output) })
}

/** What it costs, as far as that is known before anything has run. */
export function batchPriceWords({ count, credits }: Pick<BatchPlan, 'count' | 'credits'>): string {
  if (credits.unknownRows === 0) return creditWords(credits.known)
  return credits.unknownRows === count ? say('price after it has run') : say('at least {credits}', { credits: creditWords(credits.known) })
}

/** How it comes to that: "27 tasks × 10 credits" where each costs the same. */
export function batchSumWords({ count, credits, rows }: Pick<BatchPlan, 'count' | 'credits' | 'rows'>): string {
  const tasks = say('{count, plural, one {# task} other {# tasks}}', { count })
  if (credits.unknownRows > 0)
    return credits.unknownRows === count
      ? tasks
      : say('{tasks}, {unknownRows, plural, one {# price} other {# prices}} known after they have run', {
          tasks,
          unknownRows: credits.unknownRows
        })
  const each = rows.find(({ isBad }) => !isBad)?.credits ?? null
  return each !== null && each * count === credits.known ? `${tasks} × ${creditWords(each)}` : tasks
}

/** The heading over what was counted. */
export function countedWords({ way, count, badRows }: Pick<BatchPlan, 'way' | 'count' | 'badRows'>): string {
  const all = count + badRows.length
  if (badRows.length === 0)
    return say('{all, plural, one {{rows}, ready to go} other {{rows}, all can go}}', { all, rows: countedRows(all, way) })
  if (count === 0) return noneCanGoWords(all, way)
  return say('{count, number} of {rows} can go', { count, rows: countedRows(all, way) })
}

function noneCanGoWords(all: number, way: BatchWay): string {
  switch (way) {
    case 'seeds':
      return say('{all, plural, one {The run can’t go} other {None of # runs can go}}', { all })
    case 'folder':
      return say('{all, plural, one {The file can’t go} other {None of # files can go}}', { all })
    case 'table':
    case 'grid':
      return say('{all, plural, one {The row can’t go} other {None of # rows can go}}', { all })
    default:
      return assertNever(way)
  }
}

/** What a person calls the rows of each way: "27 files". */
export function countedRows(count: number, way: BatchWay): string {
  switch (way) {
    case 'seeds':
      return say('{count, plural, one {# run} other {# runs}}', { count })
    case 'folder':
      return say('{count, plural, one {# file} other {# files}}', { count })
    case 'table':
    case 'grid':
      return say('{count, plural, one {# row} other {# rows}}', { count })
    default:
      return assertNever(way)
  }
}

export function sameReasonWords(way: BatchWay): string {
  switch (way) {
    case 'seeds':
      return say('The same stands in the way of every run.')
    case 'folder':
      return say('The same stands in the way of every file.')
    case 'table':
    case 'grid':
      return say('The same stands in the way of every row.')
    default:
      return assertNever(way)
  }
}

export function leaveOneOutWords(way: BatchWay): string {
  switch (way) {
    case 'seeds':
      return say('Leave this run out')
    case 'folder':
      return say('Leave this file out')
    case 'table':
    case 'grid':
      return say('Leave this row out')
    default:
      return assertNever(way)
  }
}

/** The one reason that stands in the way of every row; null where there are several. */
export function commonReason(badRows: BatchPlan['badRows']): string | null {
  const [first] = badRows
  if (first === undefined) return null
  const words = sentences(...first.problems)
  return badRows.every(({ problems }) => sentences(...problems) === words) ? words : null
}
