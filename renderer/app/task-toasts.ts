import { assertNever } from '../../shared/assert-never.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import { describeFinishedBatch, describeTaskNotification } from '../../shared/phrases/task-notification-phrases.ts'
import type { Task } from '../../shared/task/task.ts'
import type { TaskNotification, TaskNotificationKind } from '../../shared/task/task-notifications.ts'
import { say } from '../../shared/i18n/say.ts'
import { openTask } from '../navigation/open-task.ts'
import { navigate } from '../navigation/route.ts'
import type { Toast } from '../ui/toasts.tsx'

/** A toast about the outcome of tasks. `announcement` is a text for screen readers. It is announced even if the toast isn't shown. */
export type TaskToast = { readonly toast: Toast; readonly announcement: string }

export function taskToast(notification: TaskNotification): TaskToast {
  const { title, words } = describeTaskNotification(notification)
  return { toast: toastOf(notification, title, words), announcement: words === null ? title : `${title}. ${words}` }
}

/** Returns the toast for a finished batch. `id`: batch ID. */
export function batchToast(id: string, tasks: readonly Task[]): TaskToast {
  const { title, words, hasFailures } = describeFinishedBatch(tasks)
  const action = { label: say('Show'), onSelect: () => openTask(id) }
  return {
    toast: { title, description: words, tone: hasFailures ? 'failed' : 'done', icon: hasFailures ? 'warning' : 'check', action },
    announcement: `${title}. ${words}`
  }
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
