import { assertNever } from '../assert-never.ts'
import type { Medium } from '../form/json-schema.ts'
import type { CreditsState, Phase, Task } from './task.ts'
import { titleText } from './title-text.ts'

/** A task's entry in the credits ledger. `at`: the task's creation time, in milliseconds since 1970. */
export type LedgerEntry = {
  readonly id: string
  readonly at: number
  readonly connectionId: string
  readonly capability: string
  readonly title: string
  /** False if the title comes from file names or the capability. */
  readonly isTitledByText: boolean
  readonly phase: Phase
  readonly taskId: string | null
  readonly state: CreditsState
  /** Credits. Null if unknown. `estimated` is Kiln's estimate from before sending. The others are from the service. */
  readonly estimated: number | null
  readonly required: number | null
  readonly consumed: number | null
  /** Item ID of the first result on disk. Null if no result is on disk. */
  readonly resultId: string | null
  /** Medium of that result. Null if none exists. */
  readonly resultMedium: Medium | null
}

/** Fields that the sums are computed from. */
export type LedgerFigures = Pick<LedgerEntry, 'phase' | 'state' | 'estimated' | 'required' | 'consumed'>

export function ledgerEntryOf(task: Task): LedgerEntry {
  const { id, createdAt, connectionId, capability, title, phase, taskId, credits, results } = task
  const { state, estimated, required, consumed } = credits
  const [result] = results
  return {
    id,
    at: createdAt,
    connectionId,
    capability,
    title,
    isTitledByText: titleText(task) !== null,
    phase,
    taskId,
    state,
    estimated,
    required,
    consumed,
    resultId: result?.id ?? null,
    resultMedium: result?.medium ?? null
  }
}

/**
 * Sums of credits over several tasks. `tasks` and `unknown` are numbers of tasks. `later`: charged when the task is done (`usageDeferred`).
 * `pending`: the task isn't sent yet, or its charge isn't known yet. `unknown`: tasks with a charge or refund of unknown amount. Of the
 * sums, only `estimated` includes them.
 */
export type LedgerSums = {
  readonly tasks: number
  readonly estimated: number
  readonly charged: number
  readonly later: number
  readonly refunded: number
  readonly refundExpected: number
  readonly pending: number
  readonly unknown: number
}

const none: LedgerSums = { tasks: 0, estimated: 0, charged: 0, later: 0, refunded: 0, refundExpected: 0, pending: 0, unknown: 0 }

export function ledgerSums(entries: Iterable<LedgerFigures>): LedgerSums {
  // Mutates one object, because thousands of entries are summed before each submission.
  const sums = { ...none }
  for (const entry of entries) {
    sums.tasks += 1
    sums.estimated += entry.estimated ?? 0
    const place = placeOf(entry)
    if (place === null) continue
    const figure = bestKnownCredits(entry)
    if (figure === null) sums.unknown += 1
    else sums[place] += figure
  }
  return sums
}

/** Returns the name of the sum that an entry belongs to. Null if the task costs nothing. */
function placeOf({ state, phase }: LedgerFigures): 'charged' | 'later' | 'refunded' | 'refundExpected' | 'pending' | null {
  switch (state) {
    case 'charged':
      return 'charged'
    case 'deferred':
      return 'later'
    case 'refunded':
      return 'refunded'
    case 'refund-expected':
      return 'refundExpected'
    case 'pending':
      return 'pending'
    case 'not-sent':
      return phase === 'cancelled' || phase === 'refused' ? null : 'pending'
    case 'not-charged':
      return null
    default:
      return assertNever(state)
  }
}

/** Returns the best known number of credits for an entry. Null if unknown. */
export function bestKnownCredits({ state, consumed, required, estimated }: LedgerFigures): number | null {
  switch (state) {
    case 'charged':
      return consumed ?? required
    case 'refunded':
      return required ?? estimated
    case 'refund-expected':
    case 'pending':
      return (consumed ?? 0) > 0 ? consumed : (required ?? estimated)
    case 'deferred':
    case 'not-sent':
      return required ?? estimated
    case 'not-charged':
      return 0
    default:
      return assertNever(state)
  }
}

/** Sums the credits that are charged, to be charged later, pending or awaiting a refund. They all count towards the daily limit. */
export function committedCredits(entries: Iterable<LedgerFigures>): number {
  const { charged, later, refundExpected, pending } = ledgerSums(entries)
  return charged + later + refundExpected + pending
}

/** Groups entries by `keyOf` and sums each group. Groups are in order of first appearance. */
export function groupLedgerEntries(
  entries: readonly LedgerEntry[],
  keyOf: (entry: LedgerEntry) => string
): readonly { readonly key: string; readonly entries: readonly LedgerEntry[]; readonly sums: LedgerSums }[] {
  return [...Map.groupBy(entries, keyOf)].map(([key, own]) => ({ key, entries: own, sums: ledgerSums(own) }))
}
