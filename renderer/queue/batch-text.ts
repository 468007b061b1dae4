import type { Batch } from '../../shared/form/batch/batch.ts'
import { joinPhrases } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { batchTitleText } from '../../shared/phrases/batch-phrases.ts'
import type { PhaseAppearance } from '../tasks/phase-appearance.ts'
import type { BatchSummary } from './batch-groups.ts'

/**
 * Returns text, tone and icon for a batch's state, like `phaseAppearance` for a task. `isStopped` is true if the user stopped the batch.
 * `isOnline` is false if the service is unreachable.
 */
export function batchAppearance(sum: BatchSummary, isStopped: boolean, isOnline = true): PhaseAppearance {
  const { count, done, failed, cancelled, waiting, working, onHold, needsYou, asking } = sum
  const isOver = waiting + working + needsYou === 0
  const ofAll = say('{done, number} of {count, number} done', { done, count })
  if (isOver && failed > 0) return { tone: 'failed', icon: 'warning', label: ofAll }
  if (isOver && cancelled > 0) return { tone: 'plain', icon: 'check', label: ofAll }
  if (isOver) return { tone: 'done', icon: 'check', label: say('All {count, number} done', { count }) }
  if (asking > 0)
    return { tone: 'needs', icon: 'credits', label: say('{count, plural, one {# needs} other {# need}} confirmation', { count: asking }) }
  if (isStopped && waiting > 0) return { tone: 'held', icon: 'held', label: say('Stopped') }
  if (onHold > 0) return { tone: 'held', icon: 'held', label: say('{held, number} on hold', { held: onHold }) }
  if (!isOnline && working + needsYou === 0) return { tone: 'plain', icon: 'clock', label: ofAll }
  return { tone: 'working', icon: 'flame', label: ofAll }
}

/** Returns the number of tasks in each state, such as "4 running, 2 failed". Omits tasks that are done. */
export function batchDetailText(sum: BatchSummary, isStopped: boolean, isOnline = true): string {
  const { working, waiting, failed, cancelled, needsYou } = sum
  return joinPhrases(
    working === 0
      ? null
      : isStopped && waiting > 0
        ? say('{count, number} still in progress', { count: working })
        : say('{count, number} running', { count: working }),
    waiting === 0 ? null : waitingText(waiting, isStopped, isOnline),
    needsYou === 0 ? null : say('{count, plural, one {# needs} other {# need}} attention', { count: needsYou }),
    failed === 0 ? null : say('{count, number} failed', { count: failed }),
    cancelled === 0 ? null : say('{count, number} cancelled', { count: cancelled })
  )
}

function waitingText(count: number, isStopped: boolean, isOnline: boolean): string {
  if (isStopped) return say('{count, number} not sent', { count })
  return isOnline
    ? say('{count, number} waiting', { count })
    : say('{count, plural, one {# is} other {# are}} waiting for the network', { count })
}

/**
 * Returns the parts of a batch's progress bar. `count` is a number of tasks. Unfinished tasks are `open`, even if they are running, because
 * the bar shows finished tasks only. Parts without tasks are omitted.
 */
export function batchProgressParts(sum: BatchSummary): readonly { readonly name: 'done' | 'failed' | 'open'; readonly count: number }[] {
  const { count, done, failed } = sum
  const parts = [
    { name: 'done', count: done },
    { name: 'failed', count: failed },
    { name: 'open', count: count - done - failed }
  ] as const
  return parts.filter((part) => part.count > 0)
}

/** Returns the title of a batch. Returns its number of tasks while `batch` is undefined, because the batch hasn't loaded yet. */
export function batchTitle(batch: Batch | undefined, sum: BatchSummary): string {
  return batch === undefined ? say('{count, plural, one {# task} other {# tasks}}', { count: sum.count }) : batchTitleText(batch.title)
}
