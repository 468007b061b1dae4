import { assertNever } from './assert-never.ts'
import type { CreditsState, Phase, Task } from './task.ts'
import { say, word } from './words/say.ts'

/** What one task has to do with credits. `at`: when it was asked for, in milliseconds since 1970. */
export type LedgerEntry = {
  readonly id: string
  readonly at: number
  readonly connectionId: string
  readonly capability: string
  readonly title: string
  readonly phase: Phase
  readonly taskId: string | null
  readonly state: CreditsState
  /** Credits; null: not known. `estimated` is our own figure from before sending, the others are the service's. */
  readonly estimated: number | null
  readonly required: number | null
  readonly consumed: number | null
  /** Item id of the first result, if there is one on disk. */
  readonly resultId: string | null
}

/** What sums are made of. */
export type LedgerFigures = Pick<LedgerEntry, 'phase' | 'state' | 'estimated' | 'required' | 'consumed'>

export function ledgerEntryOf(task: Task): LedgerEntry {
  const { id, createdAt, connectionId, capability, title, phase, taskId, credits, results } = task
  const { state, estimated, required, consumed } = credits
  const resultId = results[0]?.id ?? null
  return { id, at: createdAt, connectionId, capability, title, phase, taskId, state, estimated, required, consumed, resultId }
}

/**
 * Credits of several tasks. `later`: charged when the task is done (`usageDeferred`). `pending`: not settled, or still on its way.
 * `unknown`: how many tasks have no figure at all where one is due; they are in none of the sums.
 */
export type LedgerSums = {
  readonly tasks: number
  readonly estimated: number
  readonly charged: number
  readonly later: number
  readonly givenBack: number
  readonly refundExpected: number
  readonly pending: number
  readonly unknown: number
}

const none: LedgerSums = { tasks: 0, estimated: 0, charged: 0, later: 0, givenBack: 0, refundExpected: 0, pending: 0, unknown: 0 }

export function ledgerSums(entries: Iterable<LedgerFigures>): LedgerSums {
  // Thousands of entries are summed before each submission, so no sum is copied on the way.
  const sums = { ...none }
  for (const entry of entries) {
    sums.tasks += 1
    sums.estimated += entry.estimated ?? 0
    const place = placeOf(entry)
    if (place === null) continue
    const figure = figureOf(entry)
    if (figure === null) sums.unknown += 1
    else sums[place] += figure
  }
  return sums
}

/** Which sum an entry belongs to; null: nothing was spent, and nothing will be. */
function placeOf({ state, phase }: LedgerFigures): 'charged' | 'later' | 'givenBack' | 'refundExpected' | 'pending' | null {
  switch (state) {
    case 'charged':
      return 'charged'
    case 'deferred':
      return 'later'
    case 'refunded':
      return 'givenBack'
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

/** The best figure that is known for what an entry is about; null: none is. */
export function figureOf({ state, consumed, required, estimated }: LedgerFigures): number | null {
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

/** What is spent or bound: charged, charged later, under way, and not given back yet. A limit counts this. */
export function committedCredits(entries: Iterable<LedgerFigures>): number {
  const { charged, later, refundExpected, pending } = ledgerSums(entries)
  return charged + later + refundExpected + pending
}

/** Groups in the order in which they first come. */
export function ledgerBy(
  entries: readonly LedgerEntry[],
  keyOf: (entry: LedgerEntry) => string
): readonly { readonly key: string; readonly entries: readonly LedgerEntry[]; readonly sums: LedgerSums }[] {
  return [...Map.groupBy(entries, keyOf)].map(([key, own]) => ({ key, entries: own, sums: ledgerSums(own) }))
}

const stateWords: Readonly<Record<CreditsState, string>> = {
  'not-sent': word('not sent'),
  pending: word('pending reconciliation'),
  charged: word('charged'),
  deferred: word('charged later'),
  'not-charged': word('not charged'),
  'refund-expected': word('refund expected'),
  refunded: word('refunded')
}

/** RFC 4180, a line of titles. */
export function ledgerCsvHead(): string {
  return csvLine([
    say('Time'),
    say('Connection'),
    say('Capability'),
    say('Title'),
    say('Task id'),
    say('Estimated'),
    say('Required'),
    say('Consumed'),
    say('Credits')
  ])
}

/** RFC 4180, one line per task in the order given, times in UTC; spreadsheets are kept from taking a title for a formula. */
export function ledgerCsvLines(entries: readonly LedgerEntry[], connectionName: (id: string) => string): string {
  return entries
    .map((entry) =>
      csvLine([
        new Date(entry.at).toISOString(),
        connectionName(entry.connectionId),
        entry.capability,
        entry.title,
        entry.taskId ?? '',
        entry.estimated ?? '',
        entry.required ?? '',
        entry.consumed ?? '',
        say(stateWords[entry.state])
      ])
    )
    .join('')
}

function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => csvCell(String(cell))).join(',')}\r\n`
}

function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
