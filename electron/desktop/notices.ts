import { z } from 'zod'
import { assertNever } from '../../shared/assert-never.ts'
import type { NoticeKind, NoticePlace, NoticeRules } from '../../shared/notices.ts'
import { holdReasons, type HoldReason, type Task } from '../../shared/task.ts'
import { type NewsKind, newsKindOf, settledPhases, unsettledPhases } from '../../shared/task-news.ts'
import { say } from '../../shared/words/say.ts'
import { emptyPlan, nextNoticeAt, takeDue, withNews } from '../core/notice-plan.ts'
import { noticePlace, readNoticeTarget, type NoticeTarget } from '../core/notice-place.ts'
import { batchNoticeWords, holdNoticeWords, taskNoticeWords, type NoticeWords } from '../core/notice-words.ts'
import type { NoticesPort } from '../ipc/ports.ts'
import type { Announce } from '../ipc/publish.ts'
import type { Studio, StudioAccount } from '../studio.ts'
import type { Section } from './settings-file.ts'

/** Shows a notice outside the window. @returns a function that takes it away again. */
export type ShowNotice = (notice: NoticeWords & { readonly target: NoticeTarget; readonly onClick: () => void }) => () => void

/** What a person was told of the account last, so that a restart does not tell it again. Stored; do not rename. */
const toldHoldSchema = z
  .object({ connectionId: z.string(), reason: z.enum(holdReasons), at: z.number() })
  .nullable()
  .catch(null)
type ToldHold = z.infer<typeof toldHoldSchema>

/** What was to be told when Kiln was closed: group and ids. Stored; do not rename. */
const untoldSchema = z
  .array(z.object({ group: z.string().min(1).max(200), ids: z.array(z.string().min(1).max(200)).max(5_000) }))
  .max(500)
  .catch([])
export type Untold = readonly { readonly group: string; readonly ids: readonly string[] }[]

export type Notices = NoticesPort & {
  /** The window came to the front: what was told is seen, and what waits to be told too. */
  readonly looked: () => void
  /** A notice was clicked that this Kiln did not show: one of before a restart. */
  readonly lead: (target: string) => void
  readonly close: () => void
}

/** Group of what an account says that is not in use; its id follows. */
const otherAccount = 'account-'

const newsKinds: ReadonlySet<string> = new Set(['done', 'failed', 'refused', 'needs-you', 'held'] satisfies readonly NewsKind[])
const isNewsKind = (group: string): group is NewsKind => newsKinds.has(group)

/** Timers stand still while the machine sleeps, so no wait is longer than this. */
const longestNapInMs = 60_000

/**
 * Tells through the system what the page cannot, since nobody looks at it: what is done, what needs a person, what holds the account, what
 * failed. Of a batch one word is said when it is through. What stood so before Kiln was started is no news.
 */
export function createNotices(parts: {
  readonly studio: Pick<Studio, 'subscribe' | 'task' | 'tasks' | 'account'>
  readonly rules: () => NoticeRules
  readonly isLookedAt: () => boolean
  readonly show: ShowNotice
  /** Brings the window to the front; opens it where there is none. */
  readonly bringUp: () => void
  readonly announce: Announce
  readonly memory: Section<ToldHold>
  /** What waits over a restart. */
  readonly untold: Section<Untold>
  /** What an account is called. */
  readonly accountName: (connectionId: string) => string
  readonly now: () => number
  readonly setTimer: (delayInMs: number, run: () => void) => () => void
}): Notices {
  const { studio, rules, isLookedAt, show, bringUp, announce, memory, untold, accountName, now, setTimer } = parts
  /** Of the tasks that are not settled, and of those that were heard of since. */
  const kinds = new Map<string, NewsKind | null>()
  const openRows = new Map<string, Set<string>>()
  const away = new Map<string, () => void>()
  let plan = emptyPlan
  let stopTimer = (): void => undefined
  let place: NoticePlace | null = null
  let hold = studio.account().hold
  let told = toldHoldSchema.parse(memory.read() ?? null)
  /** By account that is not in use: what was told of it. */
  const toldOthers = new Map<string, HoldReason>()
  /** Groups of before the start: opening the window is no look at them. */
  const fromBefore = new Set<string>()
  let kept = JSON.stringify(untold.read() ?? [])

  for (const task of studio.tasks({ phases: [...unsettledPhases, 'failed'], includeHidden: true })) {
    kinds.set(task.id, newsKindOf(task))
    noteRow(task)
  }
  for (const { group, ids } of untoldSchema.parse(untold.read() ?? [])) {
    fromBefore.add(group)
    for (const id of ids) plan = withNews(plan, group, id, now())
  }
  setOff()
  const unsubscribe = studio.subscribe((event) => {
    if (event.kind === 'task') hearTask(event.task)
    else if (event.kind === 'account') hearAccount(event.account)
  })

  function hearTask(task: Task): void {
    const kind = newsKindOf(task)
    // A task is heard of before it is done, rejected or cancelled. One that was not has been so since before the start.
    const isFromBefore = !kinds.has(task.id) && task.phase !== 'failed' && settledPhases.has(task.phase)
    const before = isFromBefore ? kind : kinds.get(task.id)
    kinds.set(task.id, kind)
    const endedBatch = noteRow(task)
    if (endedBatch !== null) tell(`batch-${endedBatch}`, endedBatch)
    // The service takes work: whatever holds the account later is another matter.
    if (told !== null && hold === null && task.connectionId === told.connectionId && (task.acceptedAt ?? 0) > told.at) remember(null)
    hearOtherAccount(task)
    const isOwnNews = task.batch === null ? kind !== 'held' : kind === 'needs-you'
    if (kind !== null && kind !== before && isOwnNews) tell(kind, task.id)
  }

  /** @returns the id of the batch that came to its end with this row; null: none did. */
  function noteRow({ id, batch, phase }: Task): string | null {
    if (batch === null) return null
    const open = openRows.get(batch.id) ?? new Set()
    if (!settledPhases.has(phase)) {
      openRows.set(batch.id, open.add(id))
      return null
    }
    const isLast = open.delete(id) && open.size === 0
    if (open.size === 0) openRows.delete(batch.id)
    // Somebody who takes the last rows back knows that.
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

  /** A task of an account that is not in use says how that account stands; once for each reason, until the service takes work again. */
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

  /** What a person has before their eyes is told there. */
  function tell(group: string, id: string): void {
    if (isLookedAt()) return
    plan = withNews(plan, group, id, now())
    setOff()
  }

  function setOff(): void {
    stopTimer()
    stopTimer = () => undefined
    const at = nextNoticeAt(plan, rules().quiet, now())
    // What waits for long, such as for the end of quiet hours, outlasts a kill too.
    if (at === null || at - now() > longestNapInMs) keepUntold()
    if (at === null) return
    stopTimer = setTimer(Math.min(at - now(), longestNapInMs), () => {
      const due = takeDue(plan, rules().quiet, now())
      plan = due.plan
      for (const { group, ids } of due.groups) {
        fromBefore.delete(group)
        showGroup(group, ids)
      }
      setOff()
    })
  }

  /** Writes down what waits, where that is not what stands there already. */
  function keepUntold(): void {
    const waiting = [...plan.waiting].map(([group, { ids }]) => ({ group, ids }))
    const text = JSON.stringify(waiting)
    if (text === kept) return
    kept = text
    untold.write(waiting)
  }

  /** Only what is still so, and what a person wants to be told. */
  function showGroup(group: string, ids: readonly string[]): void {
    const notice = noticeOfGroup(group, ids)
    if (notice === null || !rules().kinds[notice.kind]) return
    away.get(group)?.()
    const { title, body, target } = notice
    away.set(group, show({ title, body, target, onClick: () => lead(target) }))
  }

  type Notice = NoticeWords & { readonly kind: NoticeKind; readonly target: NoticeTarget }

  function noticeOfGroup(group: string, ids: readonly string[]): Notice | null {
    if (group.startsWith('batch-')) return batchNotice(group.slice('batch-'.length))
    if (group.startsWith(otherAccount)) return otherHeldNotice(group.slice(otherAccount.length), ids)
    // What was kept over a restart may be of another version.
    return isNewsKind(group) ? noticeOf(group, ids) : null
  }

  function noticeOf(kind: NewsKind, ids: readonly string[]): Notice | null {
    switch (kind) {
      case 'held':
        return heldNotice()
      case 'done':
      case 'needs-you':
      case 'failed':
      case 'refused': {
        const tasks = ids.flatMap((id) => studio.task(id) ?? []).filter((task) => newsKindOf(task) === kind)
        const [first] = tasks
        if (first === undefined) return null
        const target = tasks.length === 1 ? (`task-${first.id}` as const) : kind === 'done' ? 'library' : 'queue'
        return { ...taskNoticeWords(kind, tasks), target, kind: kind === 'refused' ? 'failed' : kind }
      }
      default:
        return assertNever(kind)
    }
  }

  function batchNotice(id: string): Notice | null {
    const rows = studio.tasks({ batch: id })
    if (rows.length === 0 || rows.some(({ phase }) => !settledPhases.has(phase))) return null
    const { title, body, hasFailures } = batchNoticeWords(rows)
    return { title, body, target: `batch-${id}`, kind: hasFailures && !rules().kinds.done ? 'failed' : 'done' }
  }

  function heldNotice(): Notice | null {
    if (hold === null) return null
    const reason = hold
    const words = holdNoticeWords(reason, studio.tasks({ phases: ['held'] }).filter((task) => task.hold === reason).length)
    return words === null ? null : { ...words, kind: 'held', target: 'account' }
  }

  function otherHeldNotice(connectionId: string, reasons: readonly string[]): Notice | null {
    const held = studio
      .tasks({ phases: ['held'] })
      .filter((task) => task.connectionId === connectionId && reasons.includes(task.hold ?? ''))
    const reason = held.at(0)?.hold ?? null
    const words = reason === null ? null : holdNoticeWords(reason, held.filter((task) => task.hold === reason).length)
    if (words === null) return null
    const body = say('Account {name}: {words}', { name: accountName(connectionId), words: words.body })
    return { title: words.title, body, kind: 'held', target: 'queue' }
  }

  function lead(text: string): void {
    const target = readNoticeTarget(text) ?? 'queue'
    place = noticePlace(target, studio.task)
    bringUp()
    announce('notices.opened', null)
  }

  return {
    lead,
    takePlace: () => {
      const taken = place
      place = null
      return taken
    },
    rulesChanged: setOff,
    looked: () => {
      plan = { ...emptyPlan, waiting: new Map([...plan.waiting].filter(([group]) => fromBefore.has(group))) }
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
