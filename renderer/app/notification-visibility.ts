import type { Task } from '../../shared/task/task.ts'
import type { TaskNotification } from '../../shared/task/task-notifications.ts'
import { notificationKindOf } from '../../shared/task/task-notifications.ts'
import type { Route } from '../navigation/route.ts'

/** True if the route already shows what the notification reports. A task on hold always has a banner, on every route. */
export function isShownByRoute({ kind, tasks }: TaskNotification, route: Route): boolean {
  if (route.view === 'faces' && tasks.length === 1 && tasks[0]?.id === route.taskId) return true
  return kind === 'held' || route.view === 'queue' || (kind === 'done' && route.view === 'library')
}

/** True if the route already shows what the toast reports. Also true if no task of a `needs-you` toast still needs the user. */
export function isNotificationOutdated(notification: TaskNotification, route: Route, taskOf: (id: string) => Task | undefined): boolean {
  if (isShownByRoute(notification, route)) return true
  return notification.kind === 'needs-you' && !notification.tasks.some(({ id }) => stillNeedsYou(taskOf(id)))
}

function stillNeedsYou(task: Task | undefined): boolean {
  return task !== undefined && notificationKindOf(task) === 'needs-you'
}
