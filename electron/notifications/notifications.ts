import { z } from 'zod'
import type { NotificationDestination, NotificationSettings } from '../../shared/app/notifications.ts'
import type { Task } from '../../shared/task/task.ts'
import { type TaskNotificationKind, notificationKindOf, settledPhases, unsettledPhases } from '../../shared/task/task-notifications.ts'
import { createHoldWatch, type ReportedHold } from './hold-watch.ts'
import { notificationForGroup } from './notification-for-group.ts'
import { emptyNotificationPlan, nextNotificationAt, takeDueNotifications, withNotification } from './notification-plan.ts'
import { notificationDestination, parseNotificationTarget, type NotificationTarget } from './notification-target.ts'
import type { NotificationText } from './notification-text.ts'
import type { NotificationsPort } from '../ipc/ports.ts'
import type { IpcEventSender } from '../../shared/ipc/ipc.ts'
import type { Studio } from '../studio.ts'
import type { SettingsFileSection } from '../settings/settings-file.ts'

/** Shows a system notification. @returns a function that removes it. */
export type NotificationPresenter = (
  notification: NotificationText & { readonly target: NotificationTarget; readonly onClick: () => void }
) => () => void

/** Notifications still pending when Kiln was closed, by group. Stored in `settings.json`, so don't rename the keys. */
const untoldSchema = z
  .array(z.object({ group: z.string().min(1).max(200), ids: z.array(z.string().min(1).max(200)).max(5_000) }))
  .max(500)
  .catch([])
export type PendingNotifications = readonly { readonly group: string; readonly ids: readonly string[] }[]

export type Notifications = NotificationsPort & {
  /**
   * Call when the window gains focus. Removes shown notifications and discards pending notifications, except those stored before Kiln
   * started.
   */
  readonly windowFocused: () => void
  /** Brings the window to the front and opens `target`. If `target` can't be parsed, the queue opens. Also used by the tray menu. */
  readonly lead: (target: string) => void
  readonly close: () => void
}

/** Maximum wait before the next check for due notifications. It is limited because timers pause while the computer sleeps. */
const longestNapInMs = 60_000

export type NotificationsOptions = {
  readonly studio: Pick<Studio, 'subscribe' | 'task' | 'tasks' | 'account'>
  readonly rules: () => NotificationSettings
  readonly isWindowFocused: () => boolean
  readonly show: NotificationPresenter
  /** Brings the window to the front. Opens one if none is open. */
  readonly bringUp: () => void
  readonly announce: IpcEventSender
  readonly memory: SettingsFileSection<ReportedHold>
  /** Stores the pending notifications across restarts. */
  readonly untold: SettingsFileSection<PendingNotifications>
  readonly accountName: (connectionId: string) => string
  readonly now: () => number
  readonly setTimer: (delayInMs: number, run: () => void) => () => void
}

/**
 * Shows system notifications while the window isn't focused. They report finished and failed tasks, tasks that need the user, and accounts
 * on hold. A batch gets one notification when it ends. State changes from before Kiln started aren't reported.
 */
export function createNotifications(parts: NotificationsOptions): Notifications {
  const { studio, rules, isWindowFocused, show, bringUp, announce, memory, untold, now, setTimer } = parts
  /** Last notification kind by task ID. Contains unsettled and failed tasks, and tasks with an event since Kiln started. */
  const kinds = new Map<string, TaskNotificationKind | null>()
  const openRows = new Map<string, Set<string>>()
  const away = new Map<string, () => void>()
  let plan = emptyNotificationPlan
  let stopTimer = (): void => undefined
  let place: NotificationDestination | null = null
  const holds = createHoldWatch({ studio, memory, now, tell })
  /** Groups that were stored before Kiln started. Focusing the window doesn't mark them as seen. */
  const fromBefore = new Set<string>()
  let kept = JSON.stringify(untold.read() ?? [])

  for (const task of studio.tasks({ phases: [...unsettledPhases, 'failed'], includeHidden: true })) {
    kinds.set(task.id, notificationKindOf(task))
    noteRow(openRows, task)
  }
  for (const { group, ids } of untoldSchema.parse(untold.read() ?? [])) {
    fromBefore.add(group)
    for (const id of ids) plan = withNotification(plan, group, id, now())
  }
  setOff()
  const unsubscribe = studio.subscribe((event) => {
    if (event.kind === 'task') hearTask(event.task)
    else if (event.kind === 'account') holds.onAccount(event.account)
  })

  function hearTask(task: Task): void {
    const kind = notificationKindOf(task)
    // A task that ends while Kiln runs has an earlier event. A finished task without one ended before Kiln started.
    const isFromBefore = !kinds.has(task.id) && task.phase !== 'failed' && settledPhases.has(task.phase)
    const before = isFromBefore ? kind : kinds.get(task.id)
    kinds.set(task.id, kind)
    const endedBatch = noteRow(openRows, task)
    if (endedBatch !== null) tell(`batch-${endedBatch}`, endedBatch)
    holds.onTask(task)
    const isOwnNotification = task.batch === null ? kind !== 'held' : kind === 'needs-you'
    if (kind !== null && kind !== before && isOwnNotification) tell(kind, task.id)
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

  /** Stores the pending notifications if they have changed. */
  function keepUntold(): void {
    const waiting = [...plan.waiting].map(([group, { ids }]) => ({ group, ids }))
    const text = JSON.stringify(waiting)
    if (text === kept) return
    kept = text
    untold.write(waiting)
  }

  /** Shows a group's notification if it still applies and the user has enabled its kind. */
  function showGroup(group: string, ids: readonly string[]): void {
    const notification = notificationForGroup({ ...parts, hold: holds.hold() }, group, ids)
    if (notification === null || !rules().kinds[notification.kind]) return
    away.get(group)?.()
    const { title, body, target } = notification
    away.set(group, show({ title, body, target, onClick: () => lead(target) }))
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

/**
 * Records a batch row's phase. `openRows`: IDs of unsettled rows by batch ID.
 * @returns the batch's ID if this row ended the batch. Null otherwise.
 */
function noteRow(openRows: Map<string, Set<string>>, { id, batch, phase }: Task): string | null {
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
