import { questionWords } from './question-words.ts'
import { type Phase, phases, type Task, type TaskChange } from './task.ts'
import { phrases } from './words/join.ts'
import { say, sayAgain } from './words/say.ts'

export type NewsKind = 'done' | 'failed' | 'refused' | 'needs-you' | 'held'

/** What is worth saying when tasks have moved on: one notice for many. */
export type TaskNews = { readonly kind: NewsKind; readonly tasks: readonly Task[] }

const kinds: Readonly<Partial<Record<Phase, NewsKind>>> = {
  done: 'done',
  failed: 'failed',
  refused: 'refused',
  needs_input: 'needs-you',
  support: 'needs-you',
  held: 'held'
}

/** What a task as it stands is worth saying as; null: nothing. */
export function newsKindOf({ phase, question, handUpload, hidden }: Task): NewsKind | null {
  if (hidden) return null
  const asks = (phase === 'held' && question !== null) || (phase === 'uploading' && handUpload !== null)
  return asks ? 'needs-you' : (kinds[phase] ?? null)
}

/** Tasks that came to where they are worth a word. One that was not known before is news only when it was asked for since `since`. */
export function taskNews(changes: readonly TaskChange[], since: number): readonly TaskNews[] {
  const news = new Map<NewsKind, Task[]>()
  for (const { task, before } of changes) {
    const kind = newsKindOf(task)
    // Of a batch one word is said when it is through (`batchNews`), unless a row needs a person.
    if (task.batch !== null && kind !== 'needs-you') continue
    const wasSo = before === undefined ? task.createdAt < since : newsKindOf(before) === kind
    if (kind !== null && !wasSo) news.set(kind, [...(news.get(kind) ?? []), task])
  }
  return [...news].map(([kind, own]) => ({ kind, tasks: own }))
}

/** The notice in words: what happened, and what became of the credits where that is known. */
export function newsWords({ kind, tasks }: TaskNews): { readonly title: string; readonly words: string | null } {
  const [first] = tasks
  const isOne = tasks.length === 1
  const subject =
    isOne && first ? `“${shortened(first.title)}”` : say('{count, plural, one {# task} other {# tasks}}', { count: tasks.length })
  switch (kind) {
    case 'done': {
      const results = tasks.reduce((sum, task) => sum + task.results.length, 0)
      if (!isOne)
        return {
          title: say('{count, plural, one {# result is} other {# results are}} done', { count: results }),
          words: chargedWords(tasks) || null
        }
      if (first?.failure) return { title: say('{subject} is done', { subject }), words: sayAgain(first.failure.message) }
      const words = phrases(
        results > 1 ? say('{count, plural, one {# file} other {# files}}', { count: results }) : null,
        chargedWords(tasks)
      )
      return { title: say('{subject} is done', { subject }), words: words || null }
    }
    case 'failed':
      return { title: say('{subject} failed', { subject }), words: isOne && first?.failure ? sayAgain(first.failure.message) : null }
    case 'refused':
      return {
        title: isOne ? say('{subject} was not taken', { subject }) : say('{subject} were not taken', { subject }),
        words: say('Nothing was spent.')
      }
    case 'needs-you':
      return {
        title: isOne ? say('{subject} needs you', { subject }) : say('{subject} need you', { subject }),
        words: isOne && first ? needWords(first) : null
      }
    case 'held':
      return {
        title: isOne ? say('{subject} waits', { subject }) : say('{subject} wait', { subject }),
        words: say('The account stands in the way.')
      }
  }
}

/** Phases in which a row of a batch is through. */
export const settledPhases: ReadonlySet<Phase> = new Set(['done', 'failed', 'refused', 'cancelled'])
/** All others. */
export const unsettledPhases: readonly Phase[] = phases.filter((phase) => !settledPhases.has(phase))

/** A batch that has come to its end with these changes, with all its tasks. One that a person took back to the last row is no news. */
export function batchNews(
  changes: readonly TaskChange[],
  all: readonly Task[]
): readonly { readonly id: string; readonly tasks: readonly Task[] }[] {
  const ended = changes.filter(
    ({ task, before }) => settledPhases.has(task.phase) && before !== undefined && !settledPhases.has(before.phase)
  )
  const ids = new Set(ended.flatMap(({ task }) => (task.batch === null || task.phase === 'cancelled' ? [] : [task.batch.id])))
  return [...ids].flatMap((id) => {
    const own = all.filter(({ batch, hidden }) => batch?.id === id && !hidden)
    return own.length > 0 && own.every(({ phase }) => settledPhases.has(phase)) ? [{ id, tasks: own }] : []
  })
}

/** "Batch of 27 is through" with what came of it. */
export function batchNewsWords(own: readonly Task[]): { readonly title: string; readonly words: string; readonly hasFailures: boolean } {
  const done = own.filter(({ phase }) => phase === 'done')
  const failed = own.filter(({ phase }) => phase === 'failed' || phase === 'refused').length
  return {
    title: say('Batch of {count, number} is through', { count: own.length }),
    words: phrases(
      say('{count, number} done', { count: done.length }),
      failed === 0 ? null : say('{count, number} failed', { count: failed }),
      chargedWords(done)
    ),
    hasFailures: failed > 0
  }
}

function needWords({ question, failure, handUpload, phase }: Task): string | null {
  if (question !== null) return questionWords(question).words
  if (handUpload !== null) return say('The service named an upload command that Kiln does not run by itself.')
  if (phase === 'needs_input') return say('Choose which faces change.')
  return failure === null ? null : sayAgain(failure.message)
}

/** Only when it is known of every one. */
function chargedWords(tasks: readonly Task[]): string {
  let sum = 0
  for (const { credits } of tasks) {
    if (credits.state !== 'charged' || credits.consumed === null) return ''
    sum += credits.consumed
  }
  return say('{sum, plural, one {# credit} other {# credits}} charged', { sum })
}

function shortened(title: string): string {
  return title.length > 48 ? `${title.slice(0, 46).trimEnd()}…` : title
}
