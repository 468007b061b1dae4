import type { LedgerEntry } from '../../shared/ledger.ts'
import { ledgerSums } from '../../shared/ledger.ts'
import { startOfDay } from './ledger-words.ts'

/** A day of the chart. `settled`: charged, and not given back; `open`: on its way, or not known yet. Credits. */
export type SpentDay = { readonly startsAt: number; readonly settled: number; readonly open: number }

/** The last days up to today, oldest first, those without a task too. */
export function spentByDay(entries: readonly LedgerEntry[], now: number, days: number): readonly SpentDay[] {
  const byDay = Map.groupBy(entries, ({ at }) => startOfDay(at))
  return Array.from({ length: days }, (_, place) => {
    const date = new Date(startOfDay(now))
    // By the calendar, not by 24 hours: a day on which the clocks change is a day.
    date.setDate(date.getDate() - (days - 1 - place))
    const startsAt = date.getTime()
    return { startsAt, ...spentIn(byDay.get(startsAt) ?? []) }
  })
}

/** What one capability took of a day. */
export type SpentOn = Omit<SpentDay, 'startsAt'> & { readonly capability: string }

/** The most first; what came to nothing is left out. */
export function spentByCapability(entries: readonly LedgerEntry[], day: number): readonly SpentOn[] {
  const ofDay = entries.filter(({ at }) => startOfDay(at) === day)
  return [...Map.groupBy(ofDay, ({ capability }) => capability)]
    .map(([capability, own]) => ({ capability, ...spentIn(own) }))
    .filter(isSpent)
    .toSorted((one, other) => other.settled + other.open - one.settled - one.open)
}

export function isSpent({ settled, open }: Omit<SpentDay, 'startsAt'>): boolean {
  return settled + open > 0
}

function spentIn(entries: readonly LedgerEntry[]): Omit<SpentDay, 'startsAt'> {
  const { charged, refundExpected, pending, later } = ledgerSums(entries)
  return { settled: charged + refundExpected, open: pending + later }
}
