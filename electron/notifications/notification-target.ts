import type { NotificationDestination } from '../../shared/app/notifications.ts'
import type { Task } from '../../shared/task/task.ts'

/**
 * The subject of a notification. Also used as the notification's ID in the operating system. Windows limits this ID to 64 characters. Only
 * the ID survives a restart of Kiln. The system passes the ID back on a click, so it's validated as untrusted input. The system stores the
 * IDs. Don't rename them.
 */
export type NotificationTarget = `task-${string}` | `batch-${string}` | 'account' | 'library' | 'queue'

export function parseNotificationTarget(text: string): NotificationTarget | null {
  return /^(?:(?:task|batch)-[\w-]{1,58}|account|library|queue)$/.test(text) ? (text as NotificationTarget) : null
}

/** Returns what to open when the user clicks a notification. Depends on the task's current state, which may have changed meanwhile. */
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
