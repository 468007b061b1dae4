import type { NotificationDestination } from '../../shared/notifications.ts'
import type { Task } from '../../shared/task.ts'

/**
 * Target of a notification. It is short enough for a system ID (64 characters on Windows). Only the ID survives a restart. It comes from
 * outside and is validated as untrusted input. Stored by the system. Don't rename.
 */
export type NotificationTarget = `task-${string}` | `batch-${string}` | 'account' | 'library' | 'queue'

export function readNotificationTarget(text: string): NotificationTarget | null {
  return /^(?:(?:task|batch)-[\w-]{1,58}|account|library|queue)$/.test(text) ? (text as NotificationTarget) : null
}

/** The current place to open: a task that waited for faces may be done by the time of the click. */
export function notificationDestination(target: NotificationTarget, taskOf: (id: string) => Task | null): NotificationDestination {
  if (target === 'account' || target === 'library') return { to: target }
  if (target === 'queue') return { to: 'queue', taskId: null }
  const id = target.slice(target.indexOf('-') + 1)
  if (target.startsWith('batch-')) return { to: 'queue', taskId: id }
  const task = taskOf(id)
  if (task === null) return { to: 'queue', taskId: null }
  const [result] = task.results
  if (task.phase === 'done' && result !== undefined) return { to: 'result', itemId: result.id }
  return task.phase === 'needs_input' ? { to: 'faces', taskId: id } : { to: 'queue', taskId: id }
}
