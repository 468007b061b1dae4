import type { LedgerEntry } from '../../shared/task/ledger.ts'
import { ledgerSums } from '../../shared/task/ledger.ts'
import { startOfDay } from './ledger-text.ts'

/** A day's credits. `settled` is charged and not refunded. `open` isn't charged yet. `startsAt` is in milliseconds since 1970. */
export type SpendingDay = { readonly startsAt: number; readonly settled: number; readonly open: number }

/** Returns the last `days` days up to today, oldest first, including days without tasks. */
export function spendingByDay(entries: readonly LedgerEntry[], now: number, days: number): readonly SpendingDay[] {
  const byDay = Map.groupBy(entries, ({ at }) => startOfDay(at))
  return Array.from({ length: days }, (_, place) => {
    const date = new Date(startOfDay(now))
    // Counts calendar days instead of 24 hours, because the clocks may change.
    date.setDate(date.getDate() - (days - 1 - place))
    const startsAt = date.getTime()
    return { startsAt, ...spentIn(byDay.get(startsAt) ?? []) }
  })
}

/** A capability's credits on one day. */
export type CapabilitySpending = Omit<SpendingDay, 'startsAt'> & { readonly capability: string }

/** Returns a day's credits by capability, largest amount first. `day` is the start of the day. Omits zero amounts. */
export function spendingByCapability(entries: readonly LedgerEntry[], day: number): readonly CapabilitySpending[] {
  const ofDay = entries.filter(({ at }) => startOfDay(at) === day)
  return [...Map.groupBy(ofDay, ({ capability }) => capability)]
    .map(([capability, own]) => ({ capability, ...spentIn(own) }))
    .filter(hasSpending)
    .toSorted((one, other) => other.settled + other.open - one.settled - one.open)
}

export function hasSpending({ settled, open }: Omit<SpendingDay, 'startsAt'>): boolean {
  return settled + open > 0
}

function spentIn(entries: readonly LedgerEntry[]): Omit<SpendingDay, 'startsAt'> {
  const { charged, refundExpected, pending, later } = ledgerSums(entries)
  return { settled: charged + refundExpected, open: pending + later }
}
