import type { Medium } from '../../shared/form/json-schema.ts'
import type { SendConfirmation } from '../../shared/task/spending.ts'
import type { Task } from '../../shared/task/task.ts'
import { type CreditSum, creditSum } from '../tasks/credit-sum.ts'
import type { QueueSection, QueueSectionName } from './queue-sections.ts'

/** State of a batch, as totals over its tasks. */
export type BatchSummary = CreditSum & {
  readonly count: number
  readonly done: number
  /** Number of tasks that failed at the service or were rejected by it. */
  readonly failed: number
  readonly cancelled: number
  readonly working: number
  readonly waiting: number
  /** Number of waiting tasks that are on hold because of the account. */
  readonly onHold: number
  readonly needsYou: number
  /**
   * Number of waiting tasks that need the confirmation `askingKind`. Kiln asks about changed prices first, then about possible duplicates,
   * then about the daily limit.
   */
  readonly asking: number
  /** Null if no task needs a confirmation. */
  readonly askingKind: SendConfirmation['kind'] | null
  /**
   * Total price, in credits, of the tasks with a changed price. `priceBefore` is the total when they were created. `priceNow` is the
   * current total. It is null if a current price is unknown.
   */
  readonly priceBefore: number
  readonly priceNow: number | null
  /** ID of the result that was finished first. It is shown as the batch's cover. Null if there is no result yet. */
  readonly coverId: string | null
  readonly coverMedium: Medium | null
}

/**
 * A batch and the tasks that are listed under its row, in the batch's order. Tasks that need the user are listed separately. Tasks that
 * need confirmation before sending stay under the batch, because one confirmation covers them all.
 */
export type BatchGroup = { readonly id: string; readonly tasks: readonly Task[]; readonly sum: BatchSummary }
export type QueueEntry = { readonly kind: 'task'; readonly task: Task } | { readonly kind: 'batch'; readonly group: BatchGroup }
export type GroupedSection = { readonly name: QueueSectionName; readonly entries: readonly QueueEntry[] }

/** True if no task of the batch is waiting, running or needs the user. */
export function isBatchFinished({ waiting, working, needsYou }: BatchSummary): boolean {
  return waiting + working + needsYou === 0
}

/**
 * Groups the tasks of each batch into one entry. The states of all grouped tasks determine its section. Hidden tasks and tasks that need
 * the user aren't grouped. Tasks that only need confirmation before sending are grouped.
 */
export function groupedSections(sections: readonly QueueSection[]): readonly GroupedSection[] {
  const groups = [...groupsOf(sections)].map(([id, tasks]) => ({ id, ...tasks }))
  const names: readonly QueueSectionName[] = ['needs-you', 'running', 'waiting', 'finished', 'hidden']
  return names.flatMap((name) => {
    const singles = sections.find((section) => section.name === name)?.tasks ?? []
    const own = singles.filter(({ batch, question }) => batch === null || name === 'hidden' || (name === 'needs-you' && question === null))
    const entries: QueueEntry[] = [
      ...own.map((task): QueueEntry => ({ kind: 'task', task })),
      ...groups.filter(({ section }) => section === name).map((group): QueueEntry => ({ kind: 'batch', group }))
    ]
    if (entries.length === 0) return []
    if (!groups.some(({ section }) => section === name)) return [{ name, entries }]
    const at = name === 'finished' ? entryFinishedAt : askedAt
    const direction = name === 'waiting' ? 1 : -1
    return [{ name, entries: entries.toSorted((one, other) => direction * (at(one) - at(other))) }]
  })
}

/** Returns the tasks of an entry. */
export function entryTasks(entry: QueueEntry): readonly Task[] {
  return entry.kind === 'task' ? [entry.task] : entry.group.tasks
}

/** Returns the sections with every task as its own entry. A search must show each matching task. */
export function ungroupedSections(sections: readonly QueueSection[]): readonly GroupedSection[] {
  return sections.map(({ name, tasks }) => ({ name, entries: tasks.map((task) => ({ kind: 'task', task })) }))
}

export function isSameBatchSummary(one: BatchSummary, other: BatchSummary): boolean {
  return (Object.keys(one) as (keyof BatchSummary)[]).every((name) => one[name] === other[name])
}

type Gathered = { readonly section: QueueSectionName; readonly tasks: readonly Task[]; readonly sum: BatchSummary }

function groupsOf(sections: readonly QueueSection[]): ReadonlyMap<string, Gathered> {
  const rows = new Map<string, { readonly task: Task; readonly section: QueueSectionName }[]>()
  for (const { name, tasks } of sections) {
    if (name === 'hidden') continue
    for (const task of tasks) {
      if (task.batch === null) continue
      const own = rows.get(task.batch.id)
      if (own === undefined) rows.set(task.batch.id, [{ task, section: name }])
      else own.push({ task, section: name })
    }
  }
  const groups = new Map<string, Gathered>()
  for (const [id, own] of rows) {
    const under = own.filter(({ section, task }) => section !== 'needs-you' || task.question !== null)
    if (under.length === 0) continue
    const found = new Set(under.map(({ section }) => section))
    const section = found.has('needs-you') ? 'needs-you' : found.has('running') ? 'running' : found.has('waiting') ? 'waiting' : 'finished'
    const tasks = under.map(({ task }) => task).toSorted((one, other) => (one.batch?.row ?? 0) - (other.batch?.row ?? 0))
    groups.set(id, { section, tasks, sum: sumOf(own) })
  }
  return groups
}

function sumOf(rows: readonly { readonly task: Task; readonly section: QueueSectionName }[]): BatchSummary {
  const count = { done: 0, failed: 0, cancelled: 0, working: 0, waiting: 0, onHold: 0, needsYou: 0 }
  const asking: SendConfirmation[] = []
  let first: Task | null = null
  for (const { task, section } of rows) {
    const { phase } = task
    if (task.question !== null) {
      asking.push(task.question)
      count.waiting += 1
    } else if (section === 'needs-you') count.needsYou += 1
    // A task whose result can't be saved yet is in the "waiting" section. It was already sent and can't be cancelled, so it counts as
    // working.
    else if (section === 'running' || phase === 'collecting') count.working += 1
    else if (section === 'waiting') count.waiting += 1
    else if (phase === 'done') count.done += 1
    else if (phase === 'cancelled') count.cancelled += 1
    else count.failed += 1
    if (phase === 'held' && task.question === null) count.onHold += 1
    if (phase === 'done' && (first === null || (task.finishedAt ?? 0) < (first.finishedAt ?? 0))) first = task
  }
  const cover = first?.results[0]
  return {
    count: rows.length,
    ...count,
    ...askingSums(asking),
    ...creditSum(rows.map(({ task }) => task)),
    coverId: cover?.id ?? null,
    coverMedium: cover?.medium ?? null
  }
}

const questionOrder: readonly SendConfirmation['kind'][] = ['price', 'copy', 'limit']

function askingSums(questions: readonly SendConfirmation[]): Pick<BatchSummary, 'asking' | 'askingKind' | 'priceBefore' | 'priceNow'> {
  const askingKind = questionOrder.find((kind) => questions.some((question) => question.kind === kind)) ?? null
  const prices = questions.filter((question) => question.kind === 'price')
  return {
    asking: questions.filter(({ kind }) => kind === askingKind).length,
    askingKind,
    priceBefore: prices.reduce((sum, { before }) => sum + before, 0),
    priceNow: prices.reduce<number | null>((sum, { now }) => (sum === null || now === null ? null : sum + now), 0)
  }
}

function askedAt(entry: QueueEntry): number {
  return entry.kind === 'task' ? entry.task.createdAt : (entry.group.tasks[0]?.createdAt ?? 0)
}

/** Returns when a finished entry finished, in milliseconds since 1970. A batch finishes with its last task. */
export function entryFinishedAt(entry: QueueEntry): number {
  if (entry.kind === 'task') return entry.task.finishedAt ?? entry.task.createdAt
  return entry.group.tasks.reduce((latest, task) => Math.max(latest, task.finishedAt ?? task.createdAt), 0)
}
