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
    const { charged, refundExpected, pending, later } = ledgerSums(byDay.get(startsAt) ?? [])
    return { startsAt, settled: charged + refundExpected, open: pending + later }
  })
}
