import { assertNever } from '../../shared/assert-never.ts'
import type { Medium } from '../../shared/form/json-schema.ts'
import type { Task } from '../../shared/task/task.ts'
import { ledgerSums } from '../../shared/task/ledger.ts'
import { localDay } from '../ui/day-text.ts'
import type { BatchGroup, BatchSummary, GroupedSection, QueueEntry } from './batch-groups.ts'
import { entryFinishedAt, entryTasks, isSameBatchSummary } from './batch-groups.ts'

export const queueSectionNames = ['needs-you', 'running', 'waiting', 'finished', 'hidden'] as const
export type QueueSectionName = (typeof queueSectionNames)[number]
export type QueueSection = { readonly name: QueueSectionName; readonly tasks: readonly Task[] }

export type QueueFilter = {
  /** Words that must all occur in the title, the capability or an ID. Empty to match every task. */
  readonly search: string
  /** Null to show every medium. */
  readonly medium: Medium | null
}

/**
 * Returns the section of a task that isn't hidden. Unconfirmed tasks are under "Needs attention", because the user should resolve them
 * first.
 */
export function taskSectionName({
  phase,
  manualUpload = null,
  question = null,
  failure = null
}: Pick<Task, 'phase'> & Partial<Pick<Task, 'manualUpload' | 'question' | 'failure'>>): QueueSectionName {
  if (manualUpload !== null || question !== null) return 'needs-you'
  switch (phase) {
    case 'needs_input':
    case 'unconfirmed':
    case 'support':
      return 'needs-you'
    case 'uploading':
    case 'submitting':
    case 'running':
    case 'selecting':
      return 'running'
    case 'collecting':
      // A failure means that the result can't be saved yet. The task then waits for disk space or for its folder.
      return failure === null ? 'running' : 'waiting'
    case 'queued':
    case 'held':
      return 'waiting'
    case 'done':
    case 'failed':
    case 'refused':
    case 'cancelled':
      return 'finished'
    default:
      return assertNever(phase)
  }
}

/**
 * Returns the queue's non-empty sections, with the tasks that match `filter`. Hidden tasks have their own section at the end. Waiting tasks
 * are in sending order. All other tasks are newest first.
 */
export function queueSections(
  tasks: readonly Task[],
  filter: QueueFilter,
  capabilityOf: (id: string) => { readonly title: string; readonly output: Medium } | undefined
): readonly QueueSection[] {
  const words = filter.search.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const shown = tasks.filter((task) => {
    const capability = capabilityOf(task.capability)
    if (filter.medium !== null && (task.results[0]?.medium ?? capability?.output) !== filter.medium) return false
    if (words.length === 0) return true
    const haystack = [task.title, capability?.title, task.capability, task.taskId, task.id, task.idempotencyKey].join(' ').toLowerCase()
    return words.every((word) => haystack.includes(word))
  })
  const bySection = Map.groupBy(shown, (task): QueueSectionName => (task.hidden ? 'hidden' : taskSectionName(task)))
  return queueSectionNames.flatMap((name) => {
    const own = bySection.get(name)
    if (own === undefined) return []
    return [{ name, tasks: own.toSorted(name === 'waiting' ? oldestFirst : newestFirst) }]
  })
}

function oldestFirst(a: Task, b: Task): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
}
function newestFirst(a: Task, b: Task): number {
  return (b.finishedAt ?? b.createdAt) - (a.finishedAt ?? a.createdAt) || (a.id < b.id ? 1 : -1)
}

/**
 * A row of the queue's virtual list: the heading of a section or a day, a batch or a task. The tasks of an open batch follow the
 * batch. A task row has only the ID. The rendered row loads the task and re-renders when the task changes.
 */
export type QueueRow =
  | {
      readonly kind: 'head'
      readonly key: string
      readonly name: QueueSectionName
      readonly count: number
      /** Sum over the section's tasks, in credits. Tasks that are known to be free, and tasks with an unknown price, add nothing. */
      readonly credits: number
      /** True if a task's price isn't known. */
      readonly hasUnknownPrices: boolean
      /** Number of failed tasks that can be retried together. 0 except in the section of finished tasks. */
      readonly retriable: number
    }
  /** Heading of the entries that finished on one day. `day` has the format 2026-11-20, in local time. */
  | { readonly kind: 'day'; readonly key: string; readonly day: string }
  | { readonly kind: 'batch'; readonly key: string; readonly id: string; readonly capability: string; readonly sum: BatchSummary }
  | { readonly kind: 'task'; readonly key: string; readonly id: string; readonly isUnderBatch: boolean }

export function queueRows(
  sections: readonly GroupedSection[],
  openBatches: ReadonlySet<string>,
  isHiddenOpen = false,
  isRetriable: (task: Task) => boolean = () => false
): readonly QueueRow[] {
  return sections.flatMap(({ name, entries }) => {
    const head = sectionHead(name, entries, isRetriable)
    if (name === 'hidden' && !isHiddenOpen) return [head]
    const rowsOf = (entry: QueueEntry): readonly QueueRow[] =>
      entry.kind === 'task' ? [taskRow(entry.task, false)] : rowsOfBatch(entry.group, openBatches)
    if (name !== 'finished') return [head, ...entries.flatMap(rowsOf)]
    const days = Map.groupBy(entries, (entry) => localDay(entryFinishedAt(entry)))
    return [head, ...[...days].flatMap(([day, own]) => [dayRow(day), ...own.flatMap(rowsOf)])]
  })
}

function sectionHead(name: QueueSectionName, entries: readonly QueueEntry[], isRetriable: (task: Task) => boolean): QueueRow {
  const tasks = entries.flatMap(entryTasks)
  const { charged, later, pending, refundExpected, unknown } = ledgerSums(tasks.map(({ phase, credits: of }) => ({ phase, ...of })))
  return {
    kind: 'head',
    key: `section ${name}`,
    name,
    count: entries.length,
    credits: charged + later + pending + refundExpected,
    hasUnknownPrices: unknown > 0,
    retriable: name === 'finished' ? tasks.filter(isRetriable).length : 0
  }
}

function dayRow(day: string): QueueRow {
  return { kind: 'day', key: `day ${day}`, day }
}

function rowsOfBatch({ id, tasks, sum }: BatchGroup, openBatches: ReadonlySet<string>): readonly QueueRow[] {
  const row: QueueRow = { kind: 'batch', key: id, id, capability: tasks[0]?.capability ?? '', sum }
  return openBatches.has(id) ? [row, ...tasks.map((task) => taskRow(task, true))] : [row]
}

function taskRow({ id }: Task, isUnderBatch: boolean): QueueRow {
  return { kind: 'task', key: id, id, isUnderBatch }
}

/** True if both lists show the same, so that no re-render is needed. Task rows load their tasks themselves. */
export function areSameRows(one: readonly QueueRow[], other: readonly QueueRow[]): boolean {
  return one.length === other.length && one.every((row, place) => isSameRow(row, other[place]))
}

function isSameRow(row: QueueRow, other: QueueRow | undefined): boolean {
  if (row.key !== other?.key) return false
  switch (row.kind) {
    case 'task':
      return other.kind === 'task' && row.isUnderBatch === other.isUnderBatch
    case 'batch':
      return other.kind === 'batch' && isSameBatchSummary(row.sum, other.sum)
    case 'head':
      return (
        other.kind === 'head' &&
        row.count === other.count &&
        row.credits === other.credits &&
        row.hasUnknownPrices === other.hasUnknownPrices &&
        row.retriable === other.retriable
      )
    case 'day':
      return other.kind === 'day'
    default:
      return assertNever(row)
  }
}

/**
 * Returns the ID of the task or batch to focus after Up, Down, Home or End. Uses IDs, because rows can move between sections. If no row is
 * focused, Down moves to the first row and Up to the last. The same applies if the focused task is gone. Null if there are no tasks.
 */
export function rowIdToFocus(rows: readonly QueueRow[], focusedId: string | null, key: string): string | null {
  const ids = rows.flatMap((row) => (isEntryRow(row) ? [row.id] : []))
  if (key === 'Home') return ids[0] ?? null
  if (key === 'End') return ids.at(-1) ?? null
  const place = focusedId === null ? -1 : ids.indexOf(focusedId)
  if (place === -1) return (key === 'ArrowDown' ? ids[0] : ids.at(-1)) ?? null
  return ids[key === 'ArrowDown' ? place + 1 : place - 1] ?? focusedId
}

/**
 * Returns the ID of the first task or batch at or after the index `place`. If none follows, returns the last one. Null if there are no
 * tasks.
 */
export function nearestRowId(rows: readonly QueueRow[], place: number): string | null {
  const row = rows.slice(place).find(isEntryRow) ?? rows.findLast(isEntryRow)
  return row?.id ?? null
}

function isEntryRow(row: QueueRow): row is Extract<QueueRow, { readonly kind: 'task' | 'batch' }> {
  return row.kind === 'task' || row.kind === 'batch'
}
