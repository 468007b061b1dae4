import { say } from '../../shared/i18n/say.ts'
import type { Task } from '../../shared/task/task.ts'
import { formatCredits } from '../ui/format.ts'

/** Credits of several tasks. `expected` omits tasks with an unknown price, and tasks that cost nothing. */
export type CreditSum = { readonly charged: number; readonly expected: number; readonly hasUnknownPrices: boolean }

export function creditSum(tasks: readonly Pick<Task, 'phase' | 'credits'>[]): CreditSum {
  let charged = 0
  let expected = 0
  let hasUnknownPrices = false
  for (const { phase, credits } of tasks) {
    if (credits.state === 'charged') charged += credits.consumed ?? credits.required ?? 0
    if (credits.state === 'not-charged' || phase === 'refused') continue
    const price = credits.consumed ?? credits.required ?? credits.estimated
    if (price === null) hasUnknownPrices = true
    else expected += credits.state === 'charged' ? price : Math.max(price, credits.estimated ?? 0)
  }
  return { charged, expected, hasUnknownPrices }
}

/**
 * Returns the credits charged so far, and the expected total if it is known. `sentence` is for screen readers and tooltips. `isSure` is
 * true if nothing more will be charged.
 */
export function creditSumText({ charged, expected, hasUnknownPrices }: CreditSum): {
  readonly words: string
  readonly sentence: string
  readonly isSure: boolean
} {
  const isSettled = charged === expected && !hasUnknownPrices
  const sentence = isSettled
    ? say('Charged: {credits}', { credits: formatCredits(charged) })
    : hasUnknownPrices
      ? say('Charged so far: {charged}. Some prices aren’t known yet.', { charged: formatCredits(charged) })
      : say('Charged so far: {charged} of about {expected}', { charged: formatCredits(charged), expected: formatCredits(expected) })
  const words =
    isSettled || hasUnknownPrices
      ? formatCredits(charged)
      : say('{charged, number} of {expected, plural, one {# credit} other {# credits}}', { charged, expected })
  return { words, sentence, isSure: isSettled }
}
