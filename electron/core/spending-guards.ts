import { committedCredits } from '../../shared/ledger.ts'
import type { SpendingConsent, SpendingGuard, SpendingRules } from '../../shared/spending.ts'
import type { Task } from '../../shared/task.ts'
import { passesLimit } from './sending-questions.ts'
import { isSameJson } from '../../shared/fields/schema-misfits.ts'
import type { Value, Values } from '../../shared/values.ts'

/** For how long after it was asked for the same thing counts as asked twice by mistake. A task that is still made always counts. */
const momentInMs = 60_000

/** What is known of a task that was asked for before. */
export type EarlierTask = Pick<Task, 'id' | 'capability' | 'title' | 'values' | 'phase' | 'credits' | 'createdAt' | 'submittedAt'>

/** Something that is about to be spent: one task, or all tasks of a batch. Credits null: not known. */
export type Order = {
  readonly capability: string
  /** Null: a batch, whose rows differ by intent. */
  readonly values: Values | null
  readonly credits: number | null
  readonly consent: readonly SpendingConsent[]
}

/**
 * What stands between an order and the service: the limit of the day first, then what a person has not said yes to. Pure.
 *
 * @param tasks of the same connection
 * @param startOfDay when today began, in milliseconds since 1970
 */
export function spendingGuards(
  order: Order,
  rules: SpendingRules,
  tasks: readonly EarlierTask[],
  time: { readonly now: number; readonly startOfDay: number }
): readonly SpendingGuard[] {
  const limit = limitGuard(order.credits, rules.dailyLimit, tasks, time.startOfDay)
  if (limit !== null) return [limit]
  const guards = [confirmGuard(order.credits, rules.confirmAbove), rules.asksBeforeTwins ? twinGuard(order, tasks, time.now) : null]
  return guards.filter((guard) => guard !== null).filter((guard) => guard.kind === 'limit' || !order.consent.includes(guard.kind))
}

function limitGuard(credits: number | null, limit: number | null, tasks: readonly EarlierTask[], startOfDay: number): SpendingGuard | null {
  if (limit === null) return null
  const ofToday = tasks.filter((task) => isOfToday(task, startOfDay))
  const committed = committedCredits(ofToday.map((task) => ({ ...task.credits, phase: task.phase })))
  return passesLimit(credits, committed, limit) ? { kind: 'limit', committed, limit, credits } : null
}

/** Asked for today, sent today, or still to be sent: what waited over midnight is paid for by today. */
function isOfToday({ createdAt, submittedAt, credits }: EarlierTask, startOfDay: number): boolean {
  return createdAt >= startOfDay || (submittedAt ?? 0) >= startOfDay || credits.state === 'not-sent'
}

function confirmGuard(credits: number | null, above: number | null): SpendingGuard | null {
  return above !== null && (credits === null || credits > above) ? { kind: 'confirm-above', credits, above } : null
}

function twinGuard({ capability, values }: Order, tasks: readonly EarlierTask[], now: number): SpendingGuard | null {
  if (values === null) return null
  const wanted = withoutEmpty(values)
  const twin = tasks.find((task) => task.capability === capability && isFresh(task, now) && isSameJson(withoutEmpty(task.values), wanted))
  return twin === undefined ? null : { kind: 'twin', id: twin.id, title: twin.title, askedAt: twin.createdAt, phase: twin.phase }
}

/** What was refused, taken back or failed may be asked for again at once. */
function isFresh({ phase, createdAt }: EarlierTask, now: number): boolean {
  if (phase === 'refused' || phase === 'cancelled' || phase === 'failed') return false
  return phase !== 'done' || now - createdAt < momentInMs
}

/** An empty field and one that was never touched are the same wish. */
function withoutEmpty(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isNothing(value)))
}

function isNothing(value: Value): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
