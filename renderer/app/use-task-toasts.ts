import { useEffect } from 'react'
import { assertNever } from '../../shared/assert-never.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import type { Task } from '../../shared/task/task.ts'
import type { TaskNotificationKind, TaskNotification } from '../../shared/task/task-notifications.ts'
import { finishedBatches, taskNotifications } from '../../shared/task/task-notifications.ts'
import { describeFinishedBatch, describeTaskNotification } from '../../shared/phrases/task-notification-phrases.ts'
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
    const told = new Map<string, TaskNotification>()
    function endOld(): void {
      for (const [id, notification] of told) {
        if (!isNotificationOutdated(notification, routeStore.getState().route, (taskId) => taskStore.get(taskId))) continue
        told.delete(id)
        endToast(id)
      }
    }
    const leaveRoutes = routeStore.subscribe(endOld)
    const leaveTasks = taskStore.subscribe((changes) => {
      endOld()
      for (const one of taskNotifications(changes, since)) {
        const { title, words } = describeTaskNotification(one)
        announce(words === null ? title : `${title}. ${words}`)
        if (isShownByRoute(one, routeStore.getState().route)) continue
        const id = `${one.kind} ${one.tasks.map((task) => task.id).join(' ')}`
        told.set(id, one)
        toast({ ...toastOf(one, title, words), id })
      }
      for (const { id, tasks: own } of finishedBatches(changes, taskStore.all())) {
        const { title, words, hasFailures } = describeFinishedBatch(own)
        announce(`${title}. ${words}`)
        const isSeen = routeStore.getState().route.view === 'queue'
        const action = { label: say('Show'), onSelect: () => openTask(id) }
        if (!isSeen)
          toast({ title, description: words, tone: hasFailures ? 'failed' : 'done', icon: hasFailures ? 'warning' : 'check', action })
      }
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
