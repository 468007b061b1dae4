import type { QuietHours } from '../../shared/app/notifications.ts'

/** How long a notification waits for further items of its group, in milliseconds. */
export const notificationGroupingDelayInMs = 4_000
/** Minimum time before a group's notification is replaced by a new one, in milliseconds. */
export const minNotificationIntervalInMs = 15_000

/**
 * Pending notifications by group. Each group is shown as one notification. All times are in milliseconds since 1970.
 *
 * A group is first `waiting`, then `shown`. If an item arrives while its group is shown, a new notification with all items is shown. Groups
 * are removed when the window is focused.
 */
export type NotificationPlan = {
  /** `since`: time at which the group's first item arrived. */
  readonly waiting: ReadonlyMap<string, { readonly ids: readonly string[]; readonly since: number }>
  readonly shown: ReadonlyMap<string, { readonly ids: readonly string[]; readonly at: number }>
}

export type NotificationGroup = { readonly group: string; readonly ids: readonly string[] }

export const emptyNotificationPlan: NotificationPlan = { waiting: new Map(), shown: new Map() }

export function withNotification(plan: NotificationPlan, group: string, id: string, now: number): NotificationPlan {
  const before = plan.waiting.get(group) ?? { ids: [], since: now }
  if (before.ids.includes(id)) return plan
  return { ...plan, waiting: new Map(plan.waiting).set(group, { ...before, ids: [...before.ids, id] }) }
}

/** Returns the time of the next notification, outside quiet hours and not before `now`. Null if no group is waiting. */
export function nextNotificationAt(plan: NotificationPlan, quiet: QuietHours, now: number): number | null {
  if (plan.waiting.size === 0) return null
  const at = Math.max(now, Math.min(...[...plan.waiting.keys()].map((group) => gatheredAt(plan, group))))
  return quietUntil(quiet, at) ?? at
}

/**
 * Moves the due groups from `waiting` to `shown`. Returns the new plan, and the due groups with all their items, including earlier items.
 */
export function takeDueNotifications(
  plan: NotificationPlan,
  quiet: QuietHours,
  now: number
): { readonly plan: NotificationPlan; readonly groups: readonly NotificationGroup[] } {
  const due = quietUntil(quiet, now) === null ? [...plan.waiting.keys()].filter((group) => gatheredAt(plan, group) <= now) : []
  const waiting = new Map(plan.waiting)
  const shown = new Map(plan.shown)
  const groups = due.map((group) => {
    const ids = [...new Set([...(shown.get(group)?.ids ?? []), ...(waiting.get(group)?.ids ?? [])])]
    waiting.delete(group)
    shown.set(group, { ids, at: now })
    return { group, ids }
  })
  return { plan: { waiting, shown }, groups }
}

/**
 * Returns the end of the quiet hours that contain `now`. Null if `now` isn't in quiet hours. Equal start and end times turn quiet hours
 * off.
 */
export function quietUntil({ isOn, from, to }: QuietHours, now: number): number | null {
  if (!isOn || from === to) return null
  const time = new Date(now)
  const minute = time.getHours() * 60 + time.getMinutes()
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to
  if (!isQuiet) return null
  const isTomorrow = minute >= to
  // Uses the calendar instead of adding 24 hours, because the clocks may change during the night.
  return new Date(time.getFullYear(), time.getMonth(), time.getDate() + (isTomorrow ? 1 : 0), 0, to).getTime()
}

function gatheredAt({ waiting, shown }: NotificationPlan, group: string): number {
  return Math.max(
    (waiting.get(group)?.since ?? 0) + notificationGroupingDelayInMs,
    (shown.get(group)?.at ?? 0) + minNotificationIntervalInMs
  )
}
