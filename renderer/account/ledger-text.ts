import { assertNever } from '../../shared/assert-never.ts'
import type { LedgerEntry, LedgerSums } from '../../shared/task/ledger.ts'
import { bestKnownCredits } from '../../shared/task/ledger.ts'
import { joinPhrases } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { formatCount, formatDay, isSameDay } from '../ui/format.ts'
import type { IconName } from '../ui/icon.tsx'
import type { Tone } from '../ui/tone.ts'

/** State of a task's credits: icon, label and colour. */
export type CreditsStatus = { readonly label: string; readonly icon: IconName; readonly tone: Tone }

export function creditsStatus(entry: LedgerEntry): CreditsStatus {
  switch (entry.state) {
    case 'charged':
      return { label: say('Charged'), icon: 'check', tone: 'done' }
    case 'deferred':
      return { label: say('Not charged yet'), icon: 'flame', tone: 'working' }
    case 'not-sent':
      return entry.phase === 'cancelled' || entry.phase === 'refused'
        ? { label: say('Not charged'), icon: 'minus', tone: 'plain' }
        : { label: say('Not sent yet'), icon: 'clock', tone: 'plain' }
    case 'not-charged':
      return { label: say('Not charged'), icon: 'minus', tone: 'plain' }
    case 'refund-expected':
      return { label: say('Refund expected'), icon: 'refresh', tone: 'held' }
    case 'refunded':
      return { label: refundedText(entry), icon: 'refresh', tone: 'done' }
    case 'pending':
      return isOnItsWay(entry)
        ? { label: say('Not charged yet'), icon: 'flame', tone: 'working' }
        : { label: say('Pending'), icon: 'unknown', tone: 'unknown' }
    default:
      return assertNever(entry.state)
  }
}

/** True if the task failed or was rejected, and has no result. */
export function hasFailed({ phase, resultId }: LedgerEntry): boolean {
  return resultId === null && (phase === 'failed' || phase === 'refused')
}

function refundedText(entry: LedgerEntry): string {
  const figure = bestKnownCredits(entry)
  return figure === null ? say('Refunded') : say('Refunded {figure, number}', { figure })
}

function isOnItsWay({ phase }: LedgerEntry): boolean {
  return phase === 'submitting' || phase === 'running' || phase === 'needs_input' || phase === 'selecting' || phase === 'collecting'
}

const nothingDue = '–'
const unknownAmount = '?'

/** Returns the text of the charged column. A dash means that nothing is due. A question mark means that the amount is unknown. */
export function chargedAmountText(entry: LedgerEntry): string {
  switch (entry.state) {
    case 'charged':
    case 'refund-expected': {
      const figure = bestKnownCredits(entry)
      return figure === null ? unknownAmount : formatCount(figure)
    }
    case 'refunded':
    case 'not-charged':
      return '0'
    case 'deferred':
    case 'not-sent':
      return nothingDue
    case 'pending':
      return isOnItsWay(entry) ? nothingDue : unknownAmount
    default:
      return assertNever(entry.state)
  }
}

/**
 * Returns the estimate and the charge for screen readers. Omits a charge that isn't a number, because the status explains such a charge.
 */
export function creditsSentence(entry: LedgerEntry): string {
  const { estimated } = entry
  const charged = chargedAmountText(entry)
  if (charged === nothingDue || charged === unknownAmount)
    return estimated === null ? say('Estimate unknown.') : say('Estimate {estimated}.', { estimated })
  return estimated === null
    ? say('Estimate unknown, charged {charged}.', { charged })
    : say('Estimate {estimated}, charged {charged}.', { estimated, charged })
}

/** Returns a short summary of a group's unsettled credits. Empty if all are settled. */
export function unsettledCreditsText({ later, pending, refundExpected, unknown }: LedgerSums): string {
  return joinPhrases(
    pending + later > 0 ? say('{count, number} pending', { count: pending + later }) : '',
    refundExpected > 0 ? say('{count, number} to be refunded', { count: refundExpected }) : '',
    unknown > 0 ? say('{count, plural, one {# task} other {# tasks}} with unknown cost', { count: unknown }) : ''
  )
}

/** Returns a day's name, such as "Today", "Yesterday" or "18 Nov". */
export function ledgerDayText(at: number, now: number): string {
  if (isSameDay(at, now)) return say('Today')
  return isSameDay(at, startOfDay(now) - 1) ? say('Yesterday') : formatDay(at, now)
}

/** Returns the start of the local day that contains `at`. Both are in milliseconds since 1970. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}
