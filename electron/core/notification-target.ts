import type { NotificationDestination } from '../../shared/notifications.ts'
import type { Task } from '../../shared/task.ts'

/**
 * Target of a notification, used as its ID in the system. It is short, because Windows limits such an ID to 64 characters. Only this ID
 * survives a restart. The system passes it back, so it is validated as untrusted input. Stored by the system. Don't rename.
 */
export type NotificationTarget = `task-${string}` | `batch-${string}` | 'account' | 'library' | 'queue'

export function readNotificationTarget(text: string): NotificationTarget | null {
  return /^(?:(?:task|batch)-[\w-]{1,58}|account|library|queue)$/.test(text) ? (text as NotificationTarget) : null
}

/** The place to open now. A task that waited for faces may be done by the time the user clicks. */
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
