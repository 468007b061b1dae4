import type { QuietHours } from '../../shared/notices.ts'

/** How long the first of a group waits for others, in milliseconds. */
export const gatherInMs = 4_000
/** The least time between two notices of one group that nobody has looked at, in milliseconds: the second stands for both. */
export const pauseInMs = 15_000

/**
 * What is to be told, by group: things of one group are one notice. All times in milliseconds since 1970.
 *
 * waiting -> shown -> gone, when the window is looked at. What comes while its group is shown waits again; both are then one notice.
 */
export type NoticePlan = {
  /** `since`: when the first of them came. */
  readonly waiting: ReadonlyMap<string, { readonly ids: readonly string[]; readonly since: number }>
  readonly shown: ReadonlyMap<string, { readonly ids: readonly string[]; readonly at: number }>
}

export type NoticeGroup = { readonly group: string; readonly ids: readonly string[] }

/** Nothing to tell; also what is left once the window was looked at. */
export const emptyPlan: NoticePlan = { waiting: new Map(), shown: new Map() }

export function withNews(plan: NoticePlan, group: string, id: string, now: number): NoticePlan {
  const before = plan.waiting.get(group) ?? { ids: [], since: now }
  if (before.ids.includes(id)) return plan
  return { ...plan, waiting: new Map(plan.waiting).set(group, { ...before, ids: [...before.ids, id] }) }
}

/** When something is to be shown next, not before `now`; null: nothing waits. */
export function nextNoticeAt(plan: NoticePlan, quiet: QuietHours, now: number): number | null {
  if (plan.waiting.size === 0) return null
  const at = Math.max(now, Math.min(...[...plan.waiting.keys()].map((group) => gatheredAt(plan, group))))
  return quietUntil(quiet, at) ?? at
}

/** The groups that are due, each with all that stands for it now. */
export function takeDue(
  plan: NoticePlan,
  quiet: QuietHours,
  now: number
): { readonly plan: NoticePlan; readonly groups: readonly NoticeGroup[] } {
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

/** When the quiet hours end in which `now` lies; null: it lies in none. The same minute twice is no time at all. */
export function quietUntil({ isOn, from, to }: QuietHours, now: number): number | null {
  if (!isOn || from === to) return null
  const time = new Date(now)
  const minute = time.getHours() * 60 + time.getMinutes()
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to
  if (!isQuiet) return null
  const isTomorrow = minute >= to
  // By the calendar, not by 24 hours: clocks may change in the night.
  return new Date(time.getFullYear(), time.getMonth(), time.getDate() + (isTomorrow ? 1 : 0), 0, to).getTime()
}

function gatheredAt({ waiting, shown }: NoticePlan, group: string): number {
  return Math.max((waiting.get(group)?.since ?? 0) + gatherInMs, (shown.get(group)?.at ?? 0) + pauseInMs)
}
