import type { Batch } from '../../shared/batch/batch.ts'
import type { PhaseWords } from '../bridge/phase-words.ts'
import { countWords, creditWords } from '../ui/figures.ts'
import type { BatchSum } from './batch-groups.ts'

/** How a batch stands, as a phase of a task is said and drawn. */
/** `isOnline` false: what waits, waits for the network. */
export function batchStateWords(sum: BatchSum, isStopped: boolean, isOnline = true): PhaseWords {
  const { count, done, failed, takenBack, waiting, working, held, needsYou, asking } = sum
  const isOver = waiting + working + needsYou === 0
  const ofAll = `${countWords(done)} of ${countWords(count)} done`
  if (isOver && failed > 0) return { tone: 'failed', icon: 'warning', words: ofAll }
  if (isOver && takenBack > 0) return { tone: 'plain', icon: 'check', words: ofAll }
  if (isOver) return { tone: 'done', icon: 'check', words: `All ${countWords(count)} done` }
  if (asking > 0) return { tone: 'needs', icon: 'credits', words: `${countWords(asking)} ${asking === 1 ? 'asks' : 'ask'} first` }
  if (isStopped && waiting > 0) return { tone: 'held', icon: 'held', words: `Stopped, ${countWords(waiting)} not sent` }
  if (held > 0) return { tone: 'held', icon: 'held', words: `${countWords(held)} held` }
  if (!isOnline && working + needsYou === 0) return { tone: 'plain', icon: 'clock', words: ofAll }
  return { tone: 'working', icon: 'flame', words: ofAll }
}

/** What the others do: "4 running, 11 waiting, 2 failed". */
export function batchDetailWords(sum: BatchSum, isStopped: boolean, isOnline = true): string {
  const { working, waiting, failed, takenBack, needsYou } = sum
  const parts: readonly (readonly [number, string])[] = [
    [working, isStopped && waiting > 0 ? 'on the way go on' : 'running'],
    [waiting, isStopped ? 'not sent' : isOnline ? 'waiting' : waiting === 1 ? 'waits for the network' : 'wait for the network'],
    [needsYou, needsYou === 1 ? 'needs you' : 'need you'],
    [failed, 'failed'],
    [takenBack, 'taken back']
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${countWords(count)} ${words}`)
    .join(', ')
}

/** The credits column: what was charged, of what it comes to. */
export function batchCredits(sum: BatchSum): { readonly words: string; readonly sentence: string; readonly isSure: boolean } {
  const { charged, expected, hasUnknownPrices } = sum
  const isSettled = charged === expected && !hasUnknownPrices
  const sentence = isSettled
    ? `Charged: ${creditWords(charged)}`
    : `Charged so far: ${creditWords(charged)}${hasUnknownPrices ? ', and some prices are not known yet' : ` of about ${creditWords(expected)}`}`
  const words = isSettled || hasUnknownPrices ? countWords(charged) : `${countWords(charged)} of ${countWords(expected)}`
  return { words, sentence, isSure: isSettled }
}

/** A name for a batch that this window has not heard of yet. */
export function batchTitle(batch: Batch | undefined, sum: BatchSum): string {
  return batch?.title ?? `${countWords(sum.count)} tasks`
}
