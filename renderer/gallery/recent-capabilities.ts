import type { Medium } from '../../shared/form/json-schema.ts'
import type { Task } from '../../shared/task/task.ts'
import { say } from '../../shared/i18n/say.ts'
import { formatDay } from '../ui/format.ts'

/**
 * The user's newest result of a capability, for the capability's cover. `title` is the title of its task. `width` and `height` are in
 * pixels. They are null if unknown.
 */
export type NewestResult = {
  readonly taskId: string
  readonly itemId: string
  readonly medium: Medium
  readonly contentType: string
  readonly bytes: number
  readonly title: string
  readonly width: number | null
  readonly height: number | null
}

/** The user's latest activity with a capability. */
export type RecentCapability = {
  readonly capability: string
  /** Creation time of the newest task, in milliseconds since 1970. */
  readonly usedAt: number
  /** Null if there is no result yet. */
  readonly cover: NewestResult | null
  /** State of the newest visible task that isn't finished. Null if there is no such task. */
  readonly open: Pick<Task, 'phase' | 'hold'> | null
}

/** Returns an entry for each capability that was ever used, last used first. Hidden tasks also count as use. */
export function recentCapabilities(newestFirst: readonly Task[]): readonly RecentCapability[] {
  const recents = new Map<string, { -readonly [Key in keyof RecentCapability]: RecentCapability[Key] }>()
  for (const task of newestFirst) {
    let recent = recents.get(task.capability)
    if (!recent) {
      recent = { capability: task.capability, usedAt: task.createdAt, cover: null, open: null }
      recents.set(task.capability, recent)
    }
    recent.cover ??= coverOf(task)
    if (recent.open === null && isOpen(task)) recent.open = { phase: task.phase, hold: task.hold }
  }
  return [...recents.values()]
}

function coverOf({ id, title, results }: Task): RecentCapability['cover'] {
  const result = results.find(({ medium }) => medium === 'image' || medium === 'video') ?? results[0]
  if (result === undefined) return null
  const { medium, contentType, bytes, width, height } = result
  return { taskId: id, itemId: result.id, medium, contentType, bytes, title, width, height }
}

export function areSameRecentCapabilities(some: readonly RecentCapability[], others: readonly RecentCapability[]): boolean {
  return (
    some.length === others.length &&
    some.every((one, place) => {
      const other = others[place]
      return (
        other !== undefined &&
        one.capability === other.capability &&
        one.usedAt === other.usedAt &&
        one.cover?.itemId === other.cover?.itemId &&
        one.open?.phase === other.open?.phase &&
        one.open?.hold === other.open?.hold
      )
    })
  )
}

function isOpen({ phase, hidden }: Task): boolean {
  return !hidden && phase !== 'done' && phase !== 'failed' && phase !== 'refused' && phase !== 'cancelled'
}

/** Returns the time since the last use, such as "3 h ago" or "12 Nov". `at` and `now` are in milliseconds since 1970. */
export function lastUsedText(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes >= -1 && minutes < 1) return say('just now')
  // `at` is more than a minute in the future. The clock was fast at that time, or is slow now.
  if (minutes < 0) return formatDay(at, now)
  if (minutes < 60) return say('{minutes} min ago', { minutes })
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  if (at >= midnight) return say('{hours} h ago', { hours: Math.floor(minutes / 60) })
  if (at >= midnight - 86_400_000) return say('yesterday')
  return formatDay(at, now)
}
