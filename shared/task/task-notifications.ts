import { type Phase, phases, type Task, type TaskChange } from './task.ts'

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

/** Returns the notification kind for a task's state. Null if the state doesn't need a notification. */
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
