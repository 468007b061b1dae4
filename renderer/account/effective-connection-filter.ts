import type { ConnectionSummary } from '../../shared/app/connection.ts'
import type { LedgerEntry } from '../../shared/task/ledger.ts'

/** ID of the connection whose credits are shown, or `all` for every connection. */
export type LedgerConnectionFilter = string | 'all'

/** Returns the connections to choose from: the active connection, and those with tasks. Empty if there is only one connection. */
export function connectionChoices(
  connections: readonly ConnectionSummary[],
  activeId: string | null,
  entries: readonly LedgerEntry[]
): readonly ConnectionSummary[] {
  const used = new Set(entries.map(({ connectionId }) => connectionId))
  const choices = connections.filter(({ id }) => id === activeId || used.has(id))
  return choices.length > 1 ? choices : []
}

/** Returns `chosen` if it's in `choices`, otherwise the active connection, otherwise `all`. */
export function effectiveConnectionFilter(
  chosen: LedgerConnectionFilter | null,
  choices: readonly ConnectionSummary[],
  activeId: string | null
): LedgerConnectionFilter {
  if (choices.length === 0) return 'all'
  if (chosen === 'all' || choices.some(({ id }) => id === chosen)) return chosen as LedgerConnectionFilter
  return activeId ?? 'all'
}

export function filterLedgerEntries(entries: readonly LedgerEntry[], shown: LedgerConnectionFilter): readonly LedgerEntry[] {
  return shown === 'all' ? entries : entries.filter(({ connectionId }) => connectionId === shown)
}

/** Returns the entries to sum. Omits practice entries, because they're free. Returns all entries if there are only practice entries. */
export function entriesToSum(entries: readonly LedgerEntry[], practiceId: string | null): readonly LedgerEntry[] {
  const paid = entries.filter(({ connectionId }) => connectionId !== practiceId)
  return paid.length === 0 ? entries : paid
}
