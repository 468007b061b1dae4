import type { Batch } from '../../shared/batch/batch.ts'
import { phrases } from '../../shared/words/join.ts'
import { say, sayAgain } from '../../shared/words/say.ts'
import type { PhaseWords } from '../bridge/phase-words.ts'
import { countWords, creditWords } from '../ui/figures.ts'
import type { BatchSum } from './batch-groups.ts'

/** How a batch stands, as a phase of a task is said and drawn. */
/** `isOnline` false: what waits, waits for the network. */
export function batchStateWords(sum: BatchSum, isStopped: boolean, isOnline = true): PhaseWords {
  const { count, done, failed, takenBack, waiting, working, held, needsYou, asking } = sum
  const isOver = waiting + working + needsYou === 0
  const ofAll = say('{done, number} of {count, number} done', { done, count })
  if (isOver && failed > 0) return { tone: 'failed', icon: 'warning', words: ofAll }
  if (isOver && takenBack > 0) return { tone: 'plain', icon: 'check', words: ofAll }
  if (isOver) return { tone: 'done', icon: 'check', words: say('All {count, number} done', { count }) }
  if (asking > 0)
    return { tone: 'needs', icon: 'credits', words: say('{count, plural, one {# asks} other {# ask}} first', { count: asking }) }
  if (isStopped && waiting > 0) return { tone: 'held', icon: 'held', words: say('Stopped, {waiting, number} not sent', { waiting }) }
  if (held > 0) return { tone: 'held', icon: 'held', words: say('{held, number} held', { held }) }
  if (!isOnline && working + needsYou === 0) return { tone: 'plain', icon: 'clock', words: ofAll }
  return { tone: 'working', icon: 'flame', words: ofAll }
}

/** What the others do: "4 running, 11 waiting, 2 failed". */
export function batchDetailWords(sum: BatchSum, isStopped: boolean, isOnline = true): string {
  const { working, waiting, failed, takenBack, needsYou } = sum
  return phrases(
    working === 0
      ? null
      : isStopped && waiting > 0
        ? say('{count, number} on the way go on', { count: working })
        : say('{count, number} running', { count: working }),
    waiting === 0 ? null : waitingWords(waiting, isStopped, isOnline),
    needsYou === 0 ? null : say('{count, plural, one {# needs} other {# need}} you', { count: needsYou }),
    failed === 0 ? null : say('{count, number} failed', { count: failed }),
    takenBack === 0 ? null : say('{count, number} taken back', { count: takenBack })
  )
}

function waitingWords(count: number, isStopped: boolean, isOnline: boolean): string {
  if (isStopped) return say('{count, number} not sent', { count })
  return isOnline
    ? say('{count, number} waiting', { count })
    : say('{count, plural, one {# waits} other {# wait}} for the network', { count })
}

/** The credits column: what was charged, of what it comes to. */
export function batchCredits(sum: BatchSum): { readonly words: string; readonly sentence: string; readonly isSure: boolean } {
  const { charged, expected, hasUnknownPrices } = sum
  const isSettled = charged === expected && !hasUnknownPrices
  const sentence = isSettled
    ? say('Charged: {credits}', { credits: creditWords(charged) })
    : hasUnknownPrices
      ? say('Charged so far: {charged}, and some prices are not known yet', { charged: creditWords(charged) })
      : say('Charged so far: {charged} of about {expected}', { charged: creditWords(charged), expected: creditWords(expected) })
  const words = isSettled || hasUnknownPrices ? countWords(charged) : say('{charged, number} of {expected, number}', { charged, expected })
  return { words, sentence, isSure: isSettled }
}

/** A name for a batch that this window has not heard of yet. */
export function batchTitle(batch: Batch | undefined, sum: BatchSum): string {
  return batch === undefined ? say('{count, number} tasks', { count: sum.count }) : sayAgain(batch.title)
}
