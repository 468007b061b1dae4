import type { QuietHours } from '../../shared/notifications.ts'

/** How long the first notification of a group waits for others, in milliseconds. */
export const gatherInMs = 4_000
/** Minimum time between two unseen notifications of one group, in milliseconds. The second notification replaces the first. */
export const pauseInMs = 15_000

/**
 * Pending notifications by group. Each group is shown as one notification. All times in milliseconds since 1970.
 *
 * waiting -> shown -> removed, once the window is focused. If an item arrives while its group is shown, the group is shown again with both.
 */
export type NotificationPlan = {
  /** `since`: time at which the group's first item arrived. */
  readonly waiting: ReadonlyMap<string, { readonly ids: readonly string[]; readonly since: number }>
  readonly shown: ReadonlyMap<string, { readonly ids: readonly string[]; readonly at: number }>
}

export type NotificationGroup = { readonly group: string; readonly ids: readonly string[] }

/** No notifications. Also the state after the window was focused. */
export const emptyPlan: NotificationPlan = { waiting: new Map(), shown: new Map() }

export function withNotification(plan: NotificationPlan, group: string, id: string, now: number): NotificationPlan {
  const before = plan.waiting.get(group) ?? { ids: [], since: now }
  if (before.ids.includes(id)) return plan
  return { ...plan, waiting: new Map(plan.waiting).set(group, { ...before, ids: [...before.ids, id] }) }
}

/** Time of the next notification, not before `now`. Null if no notification is waiting. */
export function nextNotificationAt(plan: NotificationPlan, quiet: QuietHours, now: number): number | null {
  if (plan.waiting.size === 0) return null
  const at = Math.max(now, Math.min(...[...plan.waiting.keys()].map((group) => gatheredAt(plan, group))))
  return quietUntil(quiet, at) ?? at
}

/** The due groups, each with all the items that it now covers. */
export function takeDue(
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

/** End of the quiet hours that contain `now`. Null if `now` is outside them. Equal start and end times mean no quiet hours. */
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
  return Math.max((waiting.get(group)?.since ?? 0) + gatherInMs, (shown.get(group)?.at ?? 0) + pauseInMs)
}
