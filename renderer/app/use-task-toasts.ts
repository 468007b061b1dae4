import { useEffect } from 'react'
import { assertNever } from '../../shared/assert-never.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import type { Task } from '../../shared/task/task.ts'
import type { TaskNotificationKind, TaskNotification } from '../../shared/task/task-notifications.ts'
import { finishedBatches, taskNotifications } from '../../shared/task/task-notifications.ts'
import type { FinishedBatchText, NotificationText } from '../../shared/phrases/task-notification-phrases.ts'
import { say } from '../../shared/i18n/say.ts'
import { taskStore } from '../bridge/session.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import type { Toast } from '../ui/toasts.tsx'
import { useDismissToast, useToast } from '../ui/toasts.tsx'
import { isShownByRoute, isNotificationOutdated } from './notification-visibility.ts'
import { openTask } from '../navigation/open-task.ts'
import { navigate, routeStore } from '../navigation/route.ts'

/** Announces task outcomes to screen readers. Also shows a toast, unless the current view already shows the outcome. */
export function useTaskToasts(): void {
  const toast = useToast()
  const endToast = useDismissToast()
  const announce = useAnnounce()
  useEffect(() => {
    const since = Date.now()
    // Loaded separately, because the first view doesn't need the texts of all failures. Promise callbacks keep the notifications in order.
    const phrases = import('../../shared/phrases/task-notification-phrases.ts')
    const told = new Map<string, TaskNotification>()
    function endOld(): void {
      for (const [id, notification] of told) {
        if (!isNotificationOutdated(notification, routeStore.getState().route, (taskId) => taskStore.get(taskId))) continue
        told.delete(id)
        endToast(id)
      }
    }
    function tellTask(notification: TaskNotification, { title, words }: NotificationText): void {
      announce(words === null ? title : `${title}. ${words}`)
      if (isShownByRoute(notification, routeStore.getState().route)) return
      const id = `${notification.kind} ${notification.tasks.map((task) => task.id).join(' ')}`
      told.set(id, notification)
      toast({ ...toastOf(notification, title, words), id })
    }
    function tellBatch(id: string, { title, words, hasFailures }: FinishedBatchText): void {
      announce(`${title}. ${words}`)
      if (routeStore.getState().route.view === 'queue') return
      const action = { label: say('Show'), onSelect: () => openTask(id) }
      toast({ title, description: words, tone: hasFailures ? 'failed' : 'done', icon: hasFailures ? 'warning' : 'check', action })
    }
    const leaveRoutes = routeStore.subscribe(endOld)
    const leaveTasks = taskStore.subscribe((changes) => {
      endOld()
      const notifications = taskNotifications(changes, since)
      const batches = finishedBatches(changes, taskStore.all())
      if (notifications.length === 0 && batches.length === 0) return
      void phrases.then(({ describeTaskNotification, describeFinishedBatch }) => {
        for (const one of notifications) tellTask(one, describeTaskNotification(one))
        for (const { id, tasks: own } of batches) tellBatch(id, describeFinishedBatch(own))
        endOld()
      })
    })
    return () => {
      leaveRoutes()
      leaveTasks()
    }
  }, [toast, endToast, announce])
}

function toastOf({ kind, tasks: own }: TaskNotification, title: string, description: string | null): Toast {
  const [first] = own
  const result = first?.results[0]
  const isPicture = result !== undefined && (result.medium === 'image' || result.medium === 'video')
  return {
    title,
    ...(description === null ? {} : { description }),
    tone: toneOf(kind),
    icon: kind === 'done' ? 'check' : first?.phase === 'needs_input' ? 'face' : 'warning',
    ...(kind === 'done' && isPicture ? { picture: mediaPaths.thumbnail(result.id) } : {}),
    ...(first === undefined
      ? {}
      : {
          action: {
            label: first.phase === 'needs_input' && own.length === 1 ? say('Choose') : say('Open'),
            onSelect: () => openFirst(first, own.length, result?.id ?? null)
          }
        })
  }
}

/** Opens the result or the face selection of a single task. Otherwise opens the queue at the first task. */
function openFirst(first: Task, count: number, resultId: string | null): void {
  if (count === 1 && first.phase === 'done' && resultId !== null) navigate({ view: 'viewer', itemId: resultId })
  else if (count === 1 && first.phase === 'needs_input') navigate({ view: 'faces', taskId: first.id })
  else openTask(first.id)
}

function toneOf(kind: TaskNotificationKind): NonNullable<Toast['tone']> {
  switch (kind) {
    case 'done':
      return 'done'
    case 'failed':
    case 'refused':
      return 'failed'
    case 'needs-you':
      return 'needs'
    case 'held':
      return 'plain'
    default:
      return assertNever(kind)
  }
}
