import type { Phase, Task } from '../../shared/task.ts'
import type { TaskChange } from '../bridge/task-store.ts'
import { questionWords } from '../bridge/question-words.ts'
import { countWords, creditWords } from '../ui/figures.ts'

/** What is worth saying when tasks have moved on: one notice for many. */
export type TaskNews = { readonly kind: 'done' | 'failed' | 'refused' | 'needs-you' | 'held'; readonly tasks: readonly Task[] }

const kinds: Readonly<Partial<Record<Phase, TaskNews['kind']>>> = {
  done: 'done',
  failed: 'failed',
  refused: 'refused',
  needs_input: 'needs-you',
  support: 'needs-you',
  held: 'held'
}

/** Tasks that came into a phase worth a word. One that was not known before is news only when it was asked for since `since`. */
export function taskNews(changes: readonly TaskChange[], since: number): readonly TaskNews[] {
  const news = new Map<TaskNews['kind'], Task[]>()
  for (const { task, before } of changes) {
    const kind = task.question === null ? kinds[task.phase] : 'needs-you'
    // Of a batch one word is said when it is through (`batchNews`), unless a row needs a person.
    if (task.batch !== null && kind !== 'needs-you') continue
    if (kind === undefined || task.hidden || before?.phase === task.phase || (before === undefined && task.createdAt < since)) continue
    news.set(kind, [...(news.get(kind) ?? []), task])
  }
  return [...news].map(([kind, own]) => ({ kind, tasks: own }))
}

/** The notice in words: what happened, and what became of the credits where that is known. */
export function newsWords({ kind, tasks }: TaskNews): { readonly title: string; readonly words: string | null } {
  const [first] = tasks
  const isOne = tasks.length === 1
  const subject = isOne && first ? `“${shortened(first.title)}”` : `${countWords(tasks.length)} tasks`
  switch (kind) {
    case 'done': {
      const results = tasks.reduce((sum, task) => sum + task.results.length, 0)
      return {
        title: isOne ? `${subject} is done` : `${subject} are done`,
        words: [resultsInWords(results), chargedWords(tasks)].filter(Boolean).join(', ') || null
      }
    }
    case 'failed':
      return { title: `${subject} failed`, words: isOne ? (first?.failure?.message ?? null) : null }
    case 'refused':
      return { title: isOne ? `${subject} was not taken` : `${subject} were not taken`, words: 'Nothing was spent.' }
    case 'needs-you':
      return { title: isOne ? `${subject} needs you` : `${subject} need you`, words: isOne && first ? needWords(first) : null }
    case 'held':
      return { title: isOne ? `${subject} waits` : `${subject} wait`, words: 'The account stands in the way.' }
  }
}

const settled: ReadonlySet<Phase> = new Set(['done', 'failed', 'refused', 'cancelled'])

/** A batch that has come to its end with these changes, with all its tasks. One that a person took back to the last row is no news. */
export function batchNews(
  changes: readonly TaskChange[],
  all: readonly Task[]
): readonly { readonly id: string; readonly tasks: readonly Task[] }[] {
  const ended = changes.filter(({ task, before }) => settled.has(task.phase) && before !== undefined && !settled.has(before.phase))
  const ids = new Set(ended.flatMap(({ task }) => (task.batch === null || task.phase === 'cancelled' ? [] : [task.batch.id])))
  return [...ids].flatMap((id) => {
    const own = all.filter(({ batch, hidden }) => batch?.id === id && !hidden)
    return own.length > 0 && own.every(({ phase }) => settled.has(phase)) ? [{ id, tasks: own }] : []
  })
}

/** "Batch of 27 is through" with what came of it. */
export function batchNewsWords(own: readonly Task[]): { readonly title: string; readonly words: string; readonly hasFailures: boolean } {
  const done = own.filter(({ phase }) => phase === 'done')
  const failed = own.filter(({ phase }) => phase === 'failed' || phase === 'refused').length
  const parts = [`${countWords(done.length)} done`, failed === 0 ? '' : `${countWords(failed)} failed`, chargedWords(done)]
  return { title: `Batch of ${countWords(own.length)} is through`, words: parts.filter(Boolean).join(', '), hasFailures: failed > 0 }
}

function needWords({ question, failure }: Task): string | null {
  return question === null ? (failure?.message ?? null) : questionWords(question).words
}

function resultsInWords(count: number): string {
  return count > 1 ? `${count} files` : ''
}

/** Only when it is known of every one. */
function chargedWords(tasks: readonly Task[]): string {
  let sum = 0
  for (const { credits } of tasks) {
    if (credits.state !== 'charged' || credits.consumed === null) return ''
    sum += credits.consumed
  }
  return `${creditWords(sum)} charged`
}

function shortened(title: string): string {
  return title.length > 48 ? `${title.slice(0, 46).trimEnd()}…` : title
}
