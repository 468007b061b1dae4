import { sendConfirmationText } from './send-confirmation-text.ts'
import { type Phase, phases, type Task, type TaskChange } from './task.ts'
import { joinPhrases } from '../i18n/join.ts'
import { say, translateStored } from '../i18n/say.ts'

export type TaskNotificationKind = 'done' | 'failed' | 'refused' | 'needs-you' | 'held'

/** Changed tasks of one kind, combined into one notification. */
export type TaskNotification = { readonly kind: TaskNotificationKind; readonly tasks: readonly Task[] }

const kinds: Readonly<Partial<Record<Phase, TaskNotificationKind>>> = {
  done: 'done',
  failed: 'failed',
  refused: 'refused',
  needs_input: 'needs-you',
  support: 'needs-you',
  held: 'held'
}

/** Returns the notification kind for a task's state. Null if the state needs no notification. */
export function notificationKindOf({ phase, question, manualUpload, hidden }: Task): TaskNotificationKind | null {
  if (hidden) return null
  const asks = (phase === 'held' && question !== null) || (phase === 'uploading' && manualUpload !== null)
  return asks ? 'needs-you' : (kinds[phase] ?? null)
}

/**
 * Returns notifications for tasks that have just reached a state worth reporting. Ignores new tasks that were created before `since`, in
 * milliseconds since 1970.
 */
export function taskNotifications(changes: readonly TaskChange[], since: number): readonly TaskNotification[] {
  const tasksByKind = new Map<TaskNotificationKind, Task[]>()
  for (const { task, before } of changes) {
    const kind = notificationKindOf(task)
    // A batch gets a single notification when it is finished (`finishedBatches`). Rows that need the user's attention are an exception.
    if (task.batch !== null && kind !== 'needs-you') continue
    const wasSo = before === undefined ? task.createdAt < since : notificationKindOf(before) === kind
    if (kind !== null && !wasSo) tasksByKind.set(kind, [...(tasksByKind.get(kind) ?? []), task])
  }
  return [...tasksByKind].map(([kind, own]) => ({ kind, tasks: own }))
}

/** Returns the text of a notification: what happened, and the effect on credits if known. */
export function describeTaskNotification({ kind, tasks }: TaskNotification): { readonly title: string; readonly words: string | null } {
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
          words: chargedText(tasks) || null
        }
      if (first?.failure) return { title: say('{subject} is done', { subject }), words: translateStored(first.failure.message) }
      const words = joinPhrases(
        results > 1 ? say('{count, plural, one {# file} other {# files}}', { count: results }) : null,
        chargedText(tasks)
      )
      return { title: say('{subject} is done', { subject }), words: words || null }
    }
    case 'failed':
      return { title: say('{subject} failed', { subject }), words: isOne && first?.failure ? translateStored(first.failure.message) : null }
    case 'refused':
      return {
        title: isOne ? say('{subject} was rejected', { subject }) : say('{subject} were rejected', { subject }),
        words: say('Nothing was charged.')
      }
    case 'needs-you':
      return {
        title: isOne ? say('{subject} needs attention', { subject }) : say('{subject} need attention', { subject }),
        words: isOne && first ? needText(first) : null
      }
    case 'held':
      return {
        title: isOne ? say('{subject} is on hold', { subject }) : say('{subject} are on hold', { subject }),
        words: say('Fix the account problem. Kiln then resumes automatically.')
      }
  }
}

/** Phases in which a row of a batch is finished. */
export const settledPhases: ReadonlySet<Phase> = new Set(['done', 'failed', 'refused', 'cancelled'])
/** Phases in which a row of a batch isn't finished. */
export const unsettledPhases: readonly Phase[] = phases.filter((phase) => !settledPhases.has(phase))

/**
 * Returns the batches that these changes have finished, with all their visible tasks. A batch is omitted if only cancellations finished it.
 */
export function finishedBatches(
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

/** Returns a text such as "Batch of 27 finished", with the outcome. */
export function describeFinishedBatch(own: readonly Task[]): {
  readonly title: string
  readonly words: string
  readonly hasFailures: boolean
} {
  const done = own.filter(({ phase }) => phase === 'done')
  const failed = own.filter(({ phase }) => phase === 'failed' || phase === 'refused').length
  return {
    title: say('Batch of {count, number} finished', { count: own.length }),
    words: joinPhrases(
      say('{count, number} done', { count: done.length }),
      failed === 0 ? null : say('{count, number} failed', { count: failed }),
      chargedText(done)
    ),
    hasFailures: failed > 0
  }
}

function needText({ question, failure, manualUpload, phase }: Task): string | null {
  if (question !== null) return sendConfirmationText(question).words
  if (manualUpload !== null) return say('The service sent an upload command that Kiln doesn’t run automatically. It needs your review.')
  if (phase === 'needs_input') return say('Select the faces to replace.')
  return failure === null ? null : translateStored(failure.message)
}

/** Returns the sum of the charged credits as text. Empty if the charge is unknown for any task. */
function chargedText(tasks: readonly Task[]): string {
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
