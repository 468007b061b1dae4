import { assertNever } from '../../shared/assert-never.ts'
import type { NotificationKind, NotificationSettings } from '../../shared/app/notifications.ts'
import type { HoldReason } from '../../shared/task/task.ts'
import { type TaskNotificationKind, notificationKindOf, settledPhases } from '../../shared/task/task-notifications.ts'
import { say } from '../../shared/i18n/say.ts'
import type { NotificationTarget } from './notification-target.ts'
import { batchNotificationText, holdNotificationText, taskNotificationText, type NotificationText } from './notification-text.ts'
import type { Studio } from '../studio.ts'

/** Data that notifications are created from. `hold`: why the active account is on hold, or null. */
export type NotificationSources = {
  readonly studio: Pick<Studio, 'task' | 'tasks'>
  readonly rules: () => NotificationSettings
  readonly accountName: (connectionId: string) => string
  readonly hold: HoldReason | null
}

/** Group prefix for notifications about inactive accounts, followed by the account's ID. */
export const otherAccountPrefix = 'account-'

const notificationKindsToTell: ReadonlySet<string> = new Set([
  'done',
  'failed',
  'refused',
  'needs-you',
  'held'
] satisfies readonly TaskNotificationKind[])
const isNotificationKind = (group: string): group is TaskNotificationKind => notificationKindsToTell.has(group)

export type NotificationContent = NotificationText & { readonly kind: NotificationKind; readonly target: NotificationTarget }

/** Returns the notification of a due group. `ids`: the group's task IDs or hold reasons. Null if the notification no longer applies. */
export function notificationForGroup(sources: NotificationSources, group: string, ids: readonly string[]): NotificationContent | null {
  if (group.startsWith('batch-')) return batchNotificationOf(sources, group.slice('batch-'.length))
  if (group.startsWith(otherAccountPrefix)) return otherOnHoldNotification(sources, group.slice(otherAccountPrefix.length), ids)
  // Discards unknown groups, which another version may have stored.
  return isNotificationKind(group) ? notificationOf(sources, group, ids) : null
}

function notificationOf(sources: NotificationSources, kind: TaskNotificationKind, ids: readonly string[]): NotificationContent | null {
  switch (kind) {
    case 'held':
      return onHoldNotification(sources)
    case 'done':
    case 'needs-you':
    case 'failed':
    case 'refused': {
      const tasks = ids.flatMap((id) => sources.studio.task(id) ?? []).filter((task) => notificationKindOf(task) === kind)
      const [first] = tasks
      if (first === undefined) return null
      const target = tasks.length === 1 ? (`task-${first.id}` as const) : kind === 'done' ? 'library' : 'queue'
      return { ...taskNotificationText(kind, tasks), target, kind: kind === 'refused' ? 'failed' : kind }
    }
    default:
      return assertNever(kind)
  }
}

function batchNotificationOf({ studio, rules }: NotificationSources, id: string): NotificationContent | null {
  const rows = studio.tasks({ batch: id })
  if (rows.length === 0 || rows.some(({ phase }) => !settledPhases.has(phase))) return null
  const { title, body, hasFailures } = batchNotificationText(rows)
  return { title, body, target: `batch-${id}`, kind: hasFailures && !rules().kinds.done ? 'failed' : 'done' }
}

function onHoldNotification({ studio, hold }: NotificationSources): NotificationContent | null {
  if (hold === null) return null
  const reason = hold
  const words = holdNotificationText(reason, studio.tasks({ phases: ['held'] }).filter((task) => task.hold === reason).length)
  return words === null ? null : { ...words, kind: 'held', target: 'account' }
}

function otherOnHoldNotification(
  { studio, accountName }: NotificationSources,
  connectionId: string,
  reasons: readonly string[]
): NotificationContent | null {
  const held = studio.tasks({ phases: ['held'] }).filter((task) => task.connectionId === connectionId && reasons.includes(task.hold ?? ''))
  const reason = held.at(0)?.hold ?? null
  const words = reason === null ? null : holdNotificationText(reason, held.filter((task) => task.hold === reason).length)
  if (words === null) return null
  const body = say('Account {name}: {words}', { name: accountName(connectionId), words: words.body })
  return { title: words.title, body, kind: 'held', target: 'queue' }
}
