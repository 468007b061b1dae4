import { useEffect } from 'react'
import type { TaskNotification } from '../../shared/task/task-notifications.ts'
import { finishedBatches, taskNotifications } from '../../shared/task/task-notifications.ts'
import { taskStore } from '../bridge/session.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useDismissToast, useToast } from '../ui/toasts.tsx'
import { isShownByRoute, isNotificationOutdated } from './notification-visibility.ts'
import { routeStore } from '../navigation/route.ts'
import type { TaskToast } from './task-toasts.ts'

/** Announces task outcomes to screen readers. Also shows a toast, unless the current view already shows the outcome. */
export function useTaskToasts(): void {
  const toast = useToast()
  const endToast = useDismissToast()
  const announce = useAnnounce()
  useEffect(() => {
    const since = Date.now()
    // Loaded separately, because the first view doesn't need the texts of all failures. Promise callbacks keep the notifications in order.
    const toasts = import('./task-toasts.ts')
    const told = new Map<string, TaskNotification>()
    function endOld(): void {
      for (const [id, notification] of told) {
        if (!isNotificationOutdated(notification, routeStore.getState().route, (taskId) => taskStore.get(taskId))) continue
        told.delete(id)
        endToast(id)
      }
    }
    function tellTask(notification: TaskNotification, { toast: shown, announcement }: TaskToast): void {
      announce(announcement)
      if (isShownByRoute(notification, routeStore.getState().route)) return
      const id = `${notification.kind} ${notification.tasks.map((task) => task.id).join(' ')}`
      told.set(id, notification)
      toast({ ...shown, id })
    }
    function tellBatch({ toast: shown, announcement }: TaskToast): void {
      announce(announcement)
      if (routeStore.getState().route.view !== 'queue') toast(shown)
    }
    const leaveRoutes = routeStore.subscribe(endOld)
    const leaveTasks = taskStore.subscribe((changes) => {
      endOld()
      const notifications = taskNotifications(changes, since)
      const batches = finishedBatches(changes, taskStore.all())
      if (notifications.length === 0 && batches.length === 0) return
      void toasts.then(({ batchToast, taskToast }) => {
        for (const one of notifications) tellTask(one, taskToast(one))
        for (const { id, tasks: own } of batches) tellBatch(batchToast(id, own))
        endOld()
      })
    })
    return () => {
      leaveRoutes()
      leaveTasks()
    }
  }, [toast, endToast, announce])
}
