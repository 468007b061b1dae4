import type { Medium } from '../../shared/json-schema.ts'
import type { SendingQuestion } from '../../shared/spending.ts'
import type { Task } from '../../shared/task.ts'
import type { QueueSection, SectionName } from './queue-sections.ts'

/** How a batch stands, counted over its tasks. Credits: what was charged, and what it comes to as far as that is known. */
export type BatchSum = {
  readonly count: number
  readonly done: number
  /** Failed at the service, or not taken by it. */
  readonly failed: number
  readonly takenBack: number
  readonly working: number
  readonly waiting: number
  /** Of those that wait: the account stands in their way. */
  readonly held: number
  readonly needsYou: number
  /** Of those that wait: they ask before they are sent. What they cost when they were asked for, and what now; null: not known of every one. */
  readonly asking: number
  readonly askingBefore: number
  readonly askingNow: number | null
  /** None of them asks about its price: the limit of the day stands in their way. */
  readonly isPastLimit: boolean
  readonly charged: number
  readonly expected: number
  readonly hasUnknownPrices: boolean
  /** The result that came first, which stands for the whole; null before there is one. */
  readonly coverId: string | null
  readonly coverMedium: Medium | null
}

/**
 * The tasks of a batch that stand under its row, in the order of its rows. What needs a person stands by itself, above; but for what is
 * asked before rows are sent, which is asked once for all of them.
 */
export type BatchGroup = { readonly id: string; readonly tasks: readonly Task[]; readonly sum: BatchSum }
export type QueueEntry = { readonly kind: 'task'; readonly task: Task } | { readonly kind: 'batch'; readonly group: BatchGroup }
export type GroupedSection = { readonly name: SectionName; readonly entries: readonly QueueEntry[] }

/** Nothing of it waits, runs or asks any more. */
export function isBatchOver({ waiting, working, needsYou }: BatchSum): boolean {
  return waiting + working + needsYou === 0
}

/** The sections with the tasks of each batch under one entry, which stands where the batch as a whole does. */
export function groupedSections(sections: readonly QueueSection[]): readonly GroupedSection[] {
  const groups = [...groupsOf(sections)].map(([id, tasks]) => ({ id, ...tasks }))
  const names: readonly SectionName[] = ['needs-you', 'running', 'waiting', 'finished']
  return names.flatMap((name) => {
    const singles = sections.find((section) => section.name === name)?.tasks ?? []
    const own = singles.filter(({ batch, question }) => batch === null || (name === 'needs-you' && question === null))
    const entries: QueueEntry[] = [
      ...own.map((task): QueueEntry => ({ kind: 'task', task })),
      ...groups.filter(({ section }) => section === name).map((group): QueueEntry => ({ kind: 'batch', group }))
    ]
    if (entries.length === 0) return []
    if (!groups.some(({ section }) => section === name)) return [{ name, entries }]
    const at = name === 'finished' ? finishedAt : askedAt
    const direction = name === 'waiting' ? 1 : -1
    return [{ name, entries: entries.toSorted((one, other) => direction * (at(one) - at(other))) }]
  })
}

/** No batch on its own: for a search, where every task that is found has to be seen. */
export function ungroupedSections(sections: readonly QueueSection[]): readonly GroupedSection[] {
  return sections.map(({ name, tasks }) => ({ name, entries: tasks.map((task) => ({ kind: 'task', task })) }))
}

export function areSameSums(one: BatchSum, other: BatchSum): boolean {
  return (Object.keys(one) as (keyof BatchSum)[]).every((name) => one[name] === other[name])
}

type Gathered = { readonly section: SectionName; readonly tasks: readonly Task[]; readonly sum: BatchSum }

function groupsOf(sections: readonly QueueSection[]): ReadonlyMap<string, Gathered> {
  const rows = new Map<string, { readonly task: Task; readonly section: SectionName }[]>()
  for (const { name, tasks } of sections) {
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

function sumOf(rows: readonly { readonly task: Task; readonly section: SectionName }[]): BatchSum {
  const count = { done: 0, failed: 0, takenBack: 0, working: 0, waiting: 0, held: 0, needsYou: 0, charged: 0, expected: 0 }
  let hasUnknownPrices = false
  const asking: SendingQuestion[] = []
  let first: Task | null = null
  for (const { task, section } of rows) {
    const { phase, credits } = task
    if (task.question !== null) {
      asking.push(task.question)
      count.waiting += 1
    } else if (section === 'needs-you') count.needsYou += 1
    else if (section === 'running') count.working += 1
    else if (section === 'waiting') count.waiting += 1
    else if (phase === 'done') count.done += 1
    else if (phase === 'cancelled') count.takenBack += 1
    else count.failed += 1
    if (phase === 'held' && task.question === null) count.held += 1
    if (phase === 'done' && (first === null || (task.finishedAt ?? 0) < (first.finishedAt ?? 0))) first = task
    if (credits.state === 'charged') count.charged += credits.consumed ?? credits.required ?? 0
    if (credits.state === 'not-charged' || phase === 'refused') continue
    const expected = credits.consumed ?? credits.required ?? credits.estimated
    if (expected === null) hasUnknownPrices = true
    else count.expected += credits.state === 'charged' ? expected : Math.max(expected, credits.estimated ?? 0)
  }
  const cover = first?.results[0]
  return {
    count: rows.length,
    ...count,
    ...askingSums(asking),
    hasUnknownPrices,
    coverId: cover?.id ?? null,
    coverMedium: cover?.medium ?? null
  }
}

function askingSums(questions: readonly SendingQuestion[]): Pick<BatchSum, 'asking' | 'askingBefore' | 'askingNow' | 'isPastLimit'> {
  const prices = questions.filter((question) => question.kind === 'price')
  return {
    // Of several kinds, prices are asked about first: the others are judged again after that.
    asking: prices.length > 0 ? prices.length : questions.length,
    askingBefore: prices.reduce((sum, { before }) => sum + before, 0),
    askingNow: prices.reduce<number | null>((sum, { now }) => (sum === null || now === null ? null : sum + now), 0),
    isPastLimit: prices.length === 0
  }
}

function askedAt(entry: QueueEntry): number {
  return entry.kind === 'task' ? entry.task.createdAt : (entry.group.tasks[0]?.createdAt ?? 0)
}

function finishedAt(entry: QueueEntry): number {
  if (entry.kind === 'task') return entry.task.finishedAt ?? entry.task.createdAt
  return entry.group.tasks.reduce((latest, task) => Math.max(latest, task.finishedAt ?? task.createdAt), 0)
}
