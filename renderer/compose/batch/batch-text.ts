import type { BatchPlan } from '../../../shared/form/batch/batch-plan.ts'
import type { BatchSourceKind } from '../../../shared/form/batch/batch.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import { dailyLimitGuard } from '../../../shared/task/daily-limit.ts'
import type { SpendingGuard } from '../../../shared/task/spending.ts'
import { say } from '../../../shared/i18n/say.ts'
import { formatCredits } from '../../ui/format.ts'
import type { DailyLimitUsage } from '../../spending/price-text.ts'
import { formatMediaCount } from '../../../shared/phrases/format-media-count.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { problemsText } from '../../../shared/phrases/problem-phrases.ts'

/** Returns the send button's label, such as "Generate 27 images". For face swaps, the label counts tasks instead of outputs. */
export function batchSubmitLabel(capability: Capability, { count, outputs }: Pick<BatchPlan, 'count' | 'outputs'>): string {
  if (capability.category === 'face-swap') return say('Swap faces {count, plural, one {# time} other {# times}}', { count })
  return say('Generate {outputs}', { outputs: formatMediaCount(outputs, capability.output) })
}

/** Returns a batch's price, as far as it is known before the tasks run. */
export function batchPriceText({ count, credits }: Pick<BatchPlan, 'count' | 'credits'>): string {
  if (credits.unknownRows === 0) return formatCredits(credits.known)
  return credits.unknownRows === count ? say('price known when done') : say('at least {credits}', { credits: formatCredits(credits.known) })
}

/**
 * Returns the guard for a batch that would exceed the daily limit. Null if the limit allows the whole batch. Rows with an unknown price
 * count as 0 credits, but aren't allowed once the limit is reached.
 */
export function batchLimitGuard({ credits }: Pick<BatchPlan, 'credits'>, { committed, limit }: DailyLimitUsage): SpendingGuard | null {
  const guard = dailyLimitGuard(credits.known, committed, limit)
  return guard ?? (credits.unknownRows > 0 ? dailyLimitGuard(null, committed, limit) : null)
}

/**
 * Returns the breakdown of the total price, such as "27 tasks × 10 credits". If prices differ, returns only the number of tasks. If only
 * some prices are unknown, adds the number of unknown prices.
 */
export function batchPriceBreakdownText({ count, credits, rows }: Pick<BatchPlan, 'count' | 'credits' | 'rows'>): string {
  const tasks = say('{count, plural, one {# task} other {# tasks}}', { count })
  if (credits.unknownRows > 0)
    return credits.unknownRows === count
      ? tasks
      : say('{tasks}, {unknownRows, plural, one {# with a price only known when done} other {# with prices only known when done}}', {
          tasks,
          unknownRows: credits.unknownRows
        })
  const each = rows.find(({ isBad }) => !isBad)?.credits ?? null
  return each !== null && each * count === credits.known ? `${tasks} × ${formatCredits(each)}` : tasks
}

/** Returns the row preview's heading, which says how many rows can be sent. */
export function sendableRowsText({ way, count, badRows: invalidRows }: Pick<BatchPlan, 'way' | 'count' | 'badRows'>): string {
  const all = count + invalidRows.length
  if (invalidRows.length === 0)
    return say('{all, plural, one {{rows}, ready to send} other {{rows}, all ready to send}}', { all, rows: rowCountText(all, way) })
  if (count === 0) return noneCanGoText(all, way)
  return say('{count, number} of {rows} can be sent', { count, rows: rowCountText(all, way) })
}

function noneCanGoText(all: number, way: BatchSourceKind): string {
  switch (way) {
    case 'seeds':
      return say('{all, plural, one {The task can’t be sent} other {None of the # tasks can be sent}}', { all })
    case 'folder':
      return say('{all, plural, one {The file can’t be sent} other {None of the # files can be sent}}', { all })
    case 'table':
    case 'grid':
      return say('{all, plural, one {The row can’t be sent} other {None of the # rows can be sent}}', { all })
    default:
      return assertNever(way)
  }
}

/** Returns the number of rows with the noun for their source, such as "27 files" for a folder. */
export function rowCountText(count: number, way: BatchSourceKind): string {
  switch (way) {
    case 'seeds':
      return say('{count, plural, one {# task} other {# tasks}}', { count })
    case 'folder':
      return say('{count, plural, one {# file} other {# files}}', { count })
    case 'table':
    case 'grid':
      return say('{count, plural, one {# row} other {# rows}}', { count })
    default:
      return assertNever(way)
  }
}

export function sameReasonText(way: BatchSourceKind): string {
  switch (way) {
    case 'seeds':
      return say('Every task has the same problem.')
    case 'folder':
      return say('Every file has the same problem.')
    case 'table':
    case 'grid':
      return say('Every row has the same problem.')
    default:
      return assertNever(way)
  }
}

export function skipRowText(way: BatchSourceKind): string {
  switch (way) {
    case 'seeds':
      return say('Skip this task')
    case 'folder':
      return say('Skip this file')
    case 'table':
    case 'grid':
      return say('Skip this row')
    default:
      return assertNever(way)
  }
}

/** Returns the reason that all rows share. Null if the reasons differ or if there are no rows. */
export function commonReason(invalidRows: BatchPlan['badRows']): string | null {
  const [first] = invalidRows
  if (first === undefined) return null
  const words = problemsText(first.problems)
  return invalidRows.every(({ problems }) => problemsText(problems) === words) ? words : null
}
