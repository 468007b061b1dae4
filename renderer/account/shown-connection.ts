import type { ConnectionView } from '../../shared/connection.ts'
import type { LedgerEntry } from '../../shared/ledger.ts'

/** Whose credits are shown: one connection's, or all. */
export type ShownConnection = string | 'all'

/** The connections worth a choice: the one in use, and those that something was made with. One alone is none. */
export function connectionChoices(
  connections: readonly ConnectionView[],
  activeId: string | null,
  entries: readonly LedgerEntry[]
): readonly ConnectionView[] {
  const used = new Set(entries.map(({ connectionId }) => connectionId))
  const choices = connections.filter(({ id }) => id === activeId || used.has(id))
  return choices.length > 1 ? choices : []
}

/** What the choice falls on: what a person chose while it is there, else the connection in use, else all. */
export function shownConnection(
  chosen: ShownConnection | null,
  choices: readonly ConnectionView[],
  activeId: string | null
): ShownConnection {
  if (choices.length === 0) return 'all'
  if (chosen === 'all' || choices.some(({ id }) => id === chosen)) return chosen as ShownConnection
  return activeId ?? 'all'
}

export function entriesOf(entries: readonly LedgerEntry[], shown: ShownConnection): readonly LedgerEntry[] {
  return shown === 'all' ? entries : entries.filter(({ connectionId }) => connectionId === shown)
}

/** What sums are made of: practice credits cost nothing, so they are not added to others. */
export function countedEntries(entries: readonly LedgerEntry[], practiceId: string | null): readonly LedgerEntry[] {
  const paid = entries.filter(({ connectionId }) => connectionId !== practiceId)
  return paid.length === 0 ? entries : paid
}
