import { assertNever } from '../../shared/assert-never.ts'
import type { LedgerEntry, LedgerSums } from '../../shared/ledger.ts'
import { figureOf } from '../../shared/ledger.ts'
import { phrases } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import { countWords, dayWords, isSameDay } from '../ui/figures.ts'
import type { IconName } from '../ui/icon.tsx'
import type { Tone } from '../ui/tone.ts'

/** What became of the credits of one task: icon, word and colour. */
export type CreditsWord = { readonly words: string; readonly icon: IconName; readonly tone: Tone }

export function creditsWord(entry: LedgerEntry): CreditsWord {
  switch (entry.state) {
    case 'charged':
      return { words: say('Charged'), icon: 'check', tone: 'done' }
    case 'deferred':
      return { words: say('Charged when it is done'), icon: 'flame', tone: 'working' }
    case 'not-sent':
      return entry.phase === 'cancelled' || entry.phase === 'refused'
        ? { words: say('Nothing was spent'), icon: 'minus', tone: 'plain' }
        : { words: say('Not sent yet'), icon: 'clock', tone: 'plain' }
    case 'not-charged':
      return { words: say('Nothing was spent'), icon: 'minus', tone: 'plain' }
    case 'refund-expected':
      return { words: say('Refund expected'), icon: 'refresh', tone: 'held' }
    case 'refunded':
      return { words: refundedWords(entry), icon: 'refresh', tone: 'done' }
    case 'pending':
      return isOnItsWay(entry)
        ? { words: say('Not charged yet'), icon: 'flame', tone: 'working' }
        : { words: say('Pending: being worked out'), icon: 'unknown', tone: 'unknown' }
    default:
      return assertNever(entry.state)
  }
}

function refundedWords(entry: LedgerEntry): string {
  const figure = figureOf(entry)
  return figure === null ? say('Refunded') : say('Refunded {figure, number}', { figure })
}

function isOnItsWay({ phase }: LedgerEntry): boolean {
  return phase === 'submitting' || phase === 'running' || phase === 'needs_input' || phase === 'selecting' || phase === 'collecting'
}

/** The charged column: a figure, a dash while nothing is due, a question mark where it is not known. */
export function chargedFigure(entry: LedgerEntry): string {
  switch (entry.state) {
    case 'charged':
    case 'refund-expected': {
      const figure = figureOf(entry)
      return figure === null ? '?' : countWords(figure)
    }
    case 'refunded':
    case 'not-charged':
      return '0'
    case 'deferred':
    case 'not-sent':
      return '–'
    case 'pending':
      return isOnItsWay(entry) ? '–' : '?'
    default:
      return assertNever(entry.state)
  }
}

/** What of a group is not settled, in a few words; empty: all of it is. */
export function openWords({ later, pending, refundExpected, unknown }: LedgerSums): string {
  return phrases(
    pending + later > 0 ? say('{count, number} not settled', { count: pending + later }) : '',
    refundExpected > 0 ? say('{count, number} to come back', { count: refundExpected }) : '',
    unknown > 0 ? say('{count, number} without a figure', { count: unknown }) : ''
  )
}

/** "Today", "Yesterday", "18 Nov". */
export function ledgerDayWords(at: number, now: number): string {
  if (isSameDay(at, now)) return say('Today')
  return isSameDay(at, startOfDay(now) - 1) ? say('Yesterday') : dayWords(at, now)
}

/** When the day of that moment began, by the local calendar; in milliseconds since 1970. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}
