import { z } from 'zod'
import { assertNever } from '../../shared/assert-never.ts'
import type { NotificationKind, NotificationDestination, NotificationSettings } from '../../shared/app/notifications.ts'
import { holdReasons, type HoldReason, type Task } from '../../shared/task/task.ts'
import { type TaskNotificationKind, notificationKindOf, settledPhases, unsettledPhases } from '../../shared/task/task-notifications.ts'
import { say } from '../../shared/i18n/say.ts'
import { emptyNotificationPlan, nextNotificationAt, takeDueNotifications, withNotification } from './notification-plan.ts'
import { notificationDestination, parseNotificationTarget, type NotificationTarget } from './notification-target.ts'
import { batchNotificationText, holdNotificationText, taskNotificationText, type NotificationText } from './notification-text.ts'
import type { NotificationsPort } from '../ipc/ports.ts'
import type { IpcEventSender } from '../ipc/publish-studio-events.ts'
import type { Studio, StudioAccount } from '../studio.ts'
import type { SettingsFileSection } from '../settings/settings-file.ts'

/** Shows a system notification. @returns a function that removes it. */
export type NotificationPresenter = (
  notification: NotificationText & { readonly target: NotificationTarget; readonly onClick: () => void }
) => () => void

/**
 * The last account notification shown to the user, so that a restart doesn't repeat it. Stored in `settings.json`, so don't rename its
 * keys.
 */
const toldHoldSchema = z
  .object({ connectionId: z.string(), reason: z.enum(holdReasons), at: z.number() })
  .nullable()
  .catch(null)
type ToldHold = z.infer<typeof toldHoldSchema>

/** Notifications still pending when Kiln was closed, by group. Stored in `settings.json`, so don't rename the keys. */
const untoldSchema = z
  .array(z.object({ group: z.string().min(1).max(200), ids: z.array(z.string().min(1).max(200)).max(5_000) }))
  .max(500)
  .catch([])
export type PendingNotifications = readonly { readonly group: string; readonly ids: readonly string[] }[]

export type Notifications = NotificationsPort & {
  /**
   * Call when the window gains focus. Removes shown notifications and discards pending notifications, except those stored before this
   * start.
   */
  readonly windowFocused: () => void
  /** Brings the window to the front and opens `target`. If `target` can't be parsed, the queue opens. Also used by the tray menu. */
  readonly lead: (target: string) => void
  readonly close: () => void
}

/** Group prefix for notifications about inactive accounts, followed by the account's ID. */
const otherAccount = 'account-'

const notificationKindsToTell: ReadonlySet<string> = new Set([
  'done',
  'failed',
  'refused',
  'needs-you',
  'held'
] satisfies readonly TaskNotificationKind[])
const isNotificationKind = (group: string): group is TaskNotificationKind => notificationKindsToTell.has(group)

/** Longest wait between two checks for due notifications, because timers pause while the computer sleeps. */
const longestNapInMs = 60_000

/**
 * Shows system notifications while the window isn't focused. They report finished and failed tasks, tasks that need the user, and accounts
 * on hold. A batch gets one notification when it ends. State changes from before Kiln started aren't reported.
 */
export function createNotifications(parts: {
  readonly studio: Pick<Studio, 'subscribe' | 'task' | 'tasks' | 'account'>
  readonly rules: () => NotificationSettings
  readonly isWindowFocused: () => boolean
  readonly show: NotificationPresenter
  /** Brings the window to the front. Opens one if none is open. */
  readonly bringUp: () => void
  readonly announce: IpcEventSender
  readonly memory: SettingsFileSection<ToldHold>
  /** Stores the pending notifications across restarts. */
  readonly untold: SettingsFileSection<PendingNotifications>
  readonly accountName: (connectionId: string) => string
  readonly now: () => number
  readonly setTimer: (delayInMs: number, run: () => void) => () => void
}): Notifications {
  const { studio, rules, isWindowFocused, show, bringUp, announce, memory, untold, accountName, now, setTimer } = parts
  /** Last notification kind by task ID. Contains unsettled and failed tasks, and tasks with an event since the start. */
  const kinds = new Map<string, TaskNotificationKind | null>()
  const openRows = new Map<string, Set<string>>()
  const away = new Map<string, () => void>()
  let plan = emptyNotificationPlan
  let stopTimer = (): void => undefined
  let place: NotificationDestination | null = null
  let hold = studio.account().hold
  let told = toldHoldSchema.parse(memory.read() ?? null)
  /** The last reported hold reason by inactive account's ID. */
  const toldOthers = new Map<string, HoldReason>()
  /** Groups that were stored before this start. Focusing the window doesn't mark them as seen. */
  const fromBefore = new Set<string>()
  let kept = JSON.stringify(untold.read() ?? [])

  for (const task of studio.tasks({ phases: [...unsettledPhases, 'failed'], includeHidden: true })) {
    kinds.set(task.id, notificationKindOf(task))
    noteRow(task)
  }
  for (const { group, ids } of untoldSchema.parse(untold.read() ?? [])) {
    fromBefore.add(group)
    for (const id of ids) plan = withNotification(plan, group, id, now())
  }
  setOff()
  const unsubscribe = studio.subscribe((event) => {
    if (event.kind === 'task') hearTask(event.task)
    else if (event.kind === 'account') hearAccount(event.account)
  })

  function hearTask(task: Task): void {
    const kind = notificationKindOf(task)
    // Every task has an event before the task is done, rejected or cancelled. A task without an event reached that state before the start.
    const isFromBefore = !kinds.has(task.id) && task.phase !== 'failed' && settledPhases.has(task.phase)
    const before = isFromBefore ? kind : kinds.get(task.id)
    kinds.set(task.id, kind)
    const endedBatch = noteRow(task)
    if (endedBatch !== null) tell(`batch-${endedBatch}`, endedBatch)
    // The service accepts tasks again, so a later hold must be reported again.
    if (told !== null && hold === null && task.connectionId === told.connectionId && (task.acceptedAt ?? 0) > told.at) remember(null)
    hearOtherAccount(task)
    const isOwnNotification = task.batch === null ? kind !== 'held' : kind === 'needs-you'
    if (kind !== null && kind !== before && isOwnNotification) tell(kind, task.id)
  }

  /** Records a batch row's phase. @returns the batch's ID if this row ended the batch. Null otherwise. */
  function noteRow({ id, batch, phase }: Task): string | null {
    if (batch === null) return null
    const open = openRows.get(batch.id) ?? new Set()
    if (!settledPhases.has(phase)) {
      openRows.set(batch.id, open.add(id))
      return null
    }
    const isLast = open.delete(id) && open.size === 0
    if (open.size === 0) openRows.delete(batch.id)
    // A user who cancels the last row already knows that the batch has ended.
    return isLast && phase !== 'cancelled' ? batch.id : null
  }

  function hearAccount({ connectionId, hold: reason }: StudioAccount): void {
    if (reason === hold) return
    if (reason === null) remember(null)
    hold = reason
    if (connectionId === null || reason === null || (told?.connectionId === connectionId && told.reason === reason)) return
    remember({ connectionId, reason, at: now() })
    tell('held', reason)
  }

  /**
   * Reports the hold of an inactive account when one of its tasks changes. Each reason is reported once, until the service accepts tasks
   * again.
   */
  function hearOtherAccount({ connectionId, hold: reason, acceptedAt, phase }: Task): void {
    if (connectionId === studio.account().connectionId) return
    if (acceptedAt !== null && phase !== 'held') toldOthers.delete(connectionId)
    if (phase !== 'held' || reason === null || reason === 'no-connection' || toldOthers.get(connectionId) === reason) return
    toldOthers.set(connectionId, reason)
    tell(`${otherAccount}${connectionId}`, reason)
  }

  function remember(changed: ToldHold): void {
    if (told === changed) return
    told = changed
    memory.write(changed)
  }

  /** Queues a notification. Does nothing while the window is focused, because the window already shows the change. */
  function tell(group: string, id: string): void {
    if (isWindowFocused()) return
    plan = withNotification(plan, group, id, now())
    setOff()
  }

  function setOff(): void {
    stopTimer()
    stopTimer = () => undefined
    const at = nextNotificationAt(plan, rules().quiet, now())
    // Pending notifications must survive a crash during a long wait, such as quiet hours.
    if (at === null || at - now() > longestNapInMs) keepUntold()
    if (at === null) return
    stopTimer = setTimer(Math.min(at - now(), longestNapInMs), () => {
      const due = takeDueNotifications(plan, rules().quiet, now())
      plan = due.plan
      for (const { group, ids } of due.groups) {
        fromBefore.delete(group)
        showGroup(group, ids)
      }
      setOff()
    })
  }

  /** Stores the pending notifications if they changed. */
  function keepUntold(): void {
    const waiting = [...plan.waiting].map(([group, { ids }]) => ({ group, ids }))
    const text = JSON.stringify(waiting)
    if (text === kept) return
    kept = text
    untold.write(waiting)
  }

  /** Shows a group's notification if it still applies and the user has enabled its kind. */
  function showGroup(group: string, ids: readonly string[]): void {
    const notification = notificationOfGroup(group, ids)
    if (notification === null || !rules().kinds[notification.kind]) return
    away.get(group)?.()
    const { title, body, target } = notification
    away.set(group, show({ title, body, target, onClick: () => lead(target) }))
  }

  type NotificationContent = NotificationText & { readonly kind: NotificationKind; readonly target: NotificationTarget }

  function notificationOfGroup(group: string, ids: readonly string[]): NotificationContent | null {
    if (group.startsWith('batch-')) return batchNotificationOf(group.slice('batch-'.length))
    if (group.startsWith(otherAccount)) return otherOnHoldNotification(group.slice(otherAccount.length), ids)
    // Discards unknown groups, which another version may have stored.
    return isNotificationKind(group) ? notificationOf(group, ids) : null
  }

  function notificationOf(kind: TaskNotificationKind, ids: readonly string[]): NotificationContent | null {
    switch (kind) {
      case 'held':
        return onHoldNotification()
      case 'done':
      case 'needs-you':
      case 'failed':
      case 'refused': {
        const tasks = ids.flatMap((id) => studio.task(id) ?? []).filter((task) => notificationKindOf(task) === kind)
        const [first] = tasks
        if (first === undefined) return null
        const target = tasks.length === 1 ? (`task-${first.id}` as const) : kind === 'done' ? 'library' : 'queue'
        return { ...taskNotificationText(kind, tasks), target, kind: kind === 'refused' ? 'failed' : kind }
      }
      default:
        return assertNever(kind)
    }
  }

  function batchNotificationOf(id: string): NotificationContent | null {
    const rows = studio.tasks({ batch: id })
    if (rows.length === 0 || rows.some(({ phase }) => !settledPhases.has(phase))) return null
    const { title, body, hasFailures } = batchNotificationText(rows)
    return { title, body, target: `batch-${id}`, kind: hasFailures && !rules().kinds.done ? 'failed' : 'done' }
  }

  function onHoldNotification(): NotificationContent | null {
    if (hold === null) return null
    const reason = hold
    const words = holdNotificationText(reason, studio.tasks({ phases: ['held'] }).filter((task) => task.hold === reason).length)
    return words === null ? null : { ...words, kind: 'held', target: 'account' }
  }

  function otherOnHoldNotification(connectionId: string, reasons: readonly string[]): NotificationContent | null {
    const held = studio
      .tasks({ phases: ['held'] })
      .filter((task) => task.connectionId === connectionId && reasons.includes(task.hold ?? ''))
    const reason = held.at(0)?.hold ?? null
    const words = reason === null ? null : holdNotificationText(reason, held.filter((task) => task.hold === reason).length)
    if (words === null) return null
    const body = say('Account {name}: {words}', { name: accountName(connectionId), words: words.body })
    return { title: words.title, body, kind: 'held', target: 'queue' }
  }

  function lead(text: string): void {
    const target = parseNotificationTarget(text) ?? 'queue'
    place = notificationDestination(target, studio.task)
    bringUp()
    announce('notifications.clicked', null)
  }

  return {
    lead,
    takeTarget: () => {
      const taken = place
      place = null
      return taken
    },
    settingsChanged: setOff,
    windowFocused: () => {
      plan = { ...emptyNotificationPlan, waiting: new Map([...plan.waiting].filter(([group]) => fromBefore.has(group))) }
      setOff()
      for (const take of away.values()) take()
      away.clear()
    },
    close: () => {
      unsubscribe()
      stopTimer()
      keepUntold()
    }
  }
}
