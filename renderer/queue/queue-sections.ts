import { assertNever } from '../../shared/assert-never.ts'
import type { Medium } from '../../shared/json-schema.ts'
import type { Task } from '../../shared/task.ts'
import { areSameSums, type BatchGroup, type BatchSum, type GroupedSection } from './batch-groups.ts'

export const sectionNames = ['needs-you', 'running', 'waiting', 'finished'] as const
export type SectionName = (typeof sectionNames)[number]
export type QueueSection = { readonly name: SectionName; readonly tasks: readonly Task[] }

export type QueueFilter = {
  /** Words that all must be found in the title, the capability or an id; empty: everything. */
  readonly search: string
  /** Null: every medium. */
  readonly medium: Medium | null
}

/** The section in which a task stands. Not confirmed stands under "Needs you": it is the one thing a person wants to see settled. */
export function sectionOf({
  phase,
  handUpload = null,
  question = null
}: Pick<Task, 'phase'> & Partial<Pick<Task, 'handUpload' | 'question'>>): SectionName {
  if (handUpload !== null || question !== null) return 'needs-you'
  switch (phase) {
    case 'needs_input':
    case 'unconfirmed':
    case 'support':
      return 'needs-you'
    case 'uploading':
    case 'submitting':
    case 'running':
    case 'selecting':
    case 'collecting':
      return 'running'
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
 * The queue in its sections, hidden tasks left out, empty sections left out. Waiting is in the order in which tasks leave; the others
 * newest first.
 */
export function queueSections(
  tasks: readonly Task[],
  filter: QueueFilter,
  capabilityOf: (id: string) => { readonly title: string; readonly output: Medium } | undefined
): readonly QueueSection[] {
  const words = filter.search.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const shown = tasks.filter((task) => {
    if (task.hidden) return false
    const capability = capabilityOf(task.capability)
    if (filter.medium !== null && (task.results[0]?.medium ?? capability?.output) !== filter.medium) return false
    if (words.length === 0) return true
    const haystack = [task.title, capability?.title, task.capability, task.taskId, task.id, task.idempotencyKey].join(' ').toLowerCase()
    return words.every((word) => haystack.includes(word))
  })
  const bySection = Map.groupBy(shown, (task) => sectionOf(task))
  return sectionNames.flatMap((name) => {
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
 * Sections as one flat list for a virtual scroller: a head, then its tasks and batches, under an open batch its own. Tasks stand by id: a row
 * draws itself anew when its task changes.
 */
export type QueueRow =
  | { readonly kind: 'head'; readonly key: string; readonly name: SectionName; readonly count: number }
  | { readonly kind: 'batch'; readonly key: string; readonly id: string; readonly capability: string; readonly sum: BatchSum }
  | { readonly kind: 'task'; readonly key: string; readonly id: string; readonly isUnderBatch: boolean }

export function queueRows(sections: readonly GroupedSection[], openBatches: ReadonlySet<string>): readonly QueueRow[] {
  return sections.flatMap(({ name, entries }) => [
    { kind: 'head' as const, key: `section ${name}`, name, count: entries.length },
    ...entries.flatMap((entry) => (entry.kind === 'task' ? [taskRow(entry.task, false)] : rowsOfBatch(entry.group, openBatches)))
  ])
}

function rowsOfBatch({ id, tasks, sum }: BatchGroup, openBatches: ReadonlySet<string>): readonly QueueRow[] {
  const row: QueueRow = { kind: 'batch', key: id, id, capability: tasks[0]?.capability ?? '', sum }
  return openBatches.has(id) ? [row, ...tasks.map((task) => taskRow(task, true))] : [row]
}

function taskRow({ id }: Task, isUnderBatch: boolean): QueueRow {
  return { kind: 'task', key: id, id, isUnderBatch }
}

/** True when the list would be drawn the same. */
export function areSameRows(one: readonly QueueRow[], other: readonly QueueRow[]): boolean {
  return one.length === other.length && one.every((row, place) => isSameRow(row, other[place]))
}

function isSameRow(row: QueueRow, other: QueueRow | undefined): boolean {
  if (row.key !== other?.key) return false
  switch (row.kind) {
    case 'task':
      return other.kind === 'task' && row.isUnderBatch === other.isUnderBatch
    case 'batch':
      return other.kind === 'batch' && areSameSums(row.sum, other.sum)
    case 'head':
      return other.kind === 'head' && row.count === other.count
    default:
      return assertNever(row)
  }
}

/**
 * The task or batch that has the focus after Up, Down, Home or End. Rows may move between sections meanwhile, so it goes by id; with nothing
 * focused, or the task gone, Down takes the first and Up the last.
 */
export function taskToFocus(rows: readonly QueueRow[], focusedId: string | null, key: string): string | null {
  const ids = rows.flatMap((row) => (row.kind === 'head' ? [] : [row.id]))
  if (key === 'Home') return ids[0] ?? null
  if (key === 'End') return ids.at(-1) ?? null
  const place = focusedId === null ? -1 : ids.indexOf(focusedId)
  if (place === -1) return (key === 'ArrowDown' ? ids[0] : ids.at(-1)) ?? null
  return ids[key === 'ArrowDown' ? place + 1 : place - 1] ?? focusedId
}
