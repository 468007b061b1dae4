import type { Task } from '../../shared/task.ts'
import type { TaskNotification } from '../../shared/task-notifications.ts'
import { notificationKindOf } from '../../shared/task-notifications.ts'
import type { Route } from './route.ts'

/** The queue shows progress and the library shows results. A task on hold has its own banner. */
export function isShownByRoute({ kind, tasks }: TaskNotification, route: Route): boolean {
  if (route.view === 'faces' && tasks.length === 1 && tasks[0]?.id === route.taskId) return true
  return kind === 'held' || route.view === 'queue' || (kind === 'done' && route.view === 'library')
}

/** Whether a toast about `notification` is obsolete: its content is visible, or no task needs the user any more. */
export function isNotificationOutdated(notification: TaskNotification, route: Route, taskOf: (id: string) => Task | undefined): boolean {
  if (isShownByRoute(notification, route)) return true
  return notification.kind === 'needs-you' && !notification.tasks.some(({ id }) => stillNeedsYou(taskOf(id)))
}

function stillNeedsYou(task: Task | undefined): boolean {
  return task !== undefined && notificationKindOf(task) === 'needs-you'
}
