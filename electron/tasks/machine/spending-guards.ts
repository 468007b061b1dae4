import { creditsCommittedSince, dailyLimitGuard } from '../../../shared/task/daily-limit.ts'
import type { SpendingConsent, SpendingGuard, SpendingSettings } from '../../../shared/task/spending.ts'
import type { Task } from '../../../shared/task/task.ts'
import { isSameJson } from '../../../shared/form/fields/schema-reading.ts'
import type { Value, Values } from '../../../shared/form/values.ts'
import type { TaskRecord } from './task-record.ts'

/** How long a submission that repeats a finished task counts as a possible mistake. Repeating an unfinished task always counts. */
const momentInMs = 60_000

/** A task that was created before the new submission. */
type EarlierTask = Pick<Task, 'id' | 'capability' | 'title' | 'values' | 'phase' | 'credits' | 'createdAt' | 'submittedAt'>

/** Returns only the fields that the limit checks need. Each submission checks all of the day's tasks. */
export function toEarlierTask(record: TaskRecord): EarlierTask {
  const { id, capability, title, values, credits, createdAt, submittedAt, state } = record
  return { id, capability, title, values, credits, createdAt, submittedAt, phase: state.phase }
}

/** A submission that would cost credits: one task, or all tasks of a batch. `credits` is null if unknown. */
export type SpendingRequest = {
  readonly capability: string
  /** Null for a batch, because its rows differ on purpose. */
  readonly values: Values | null
  readonly credits: number | null
  readonly consent: readonly SpendingConsent[]
}

/**
 * Returns the reasons not to submit yet. If the daily limit is exceeded, returns only that reason. Otherwise returns the missing
 * confirmations.
 *
 * @param tasks the connection's tasks
 * @param time `now` and the start of the day, in milliseconds since 1970
 */
export function spendingGuards(
  order: SpendingRequest,
  rules: SpendingSettings,
  tasks: readonly EarlierTask[],
  time: { readonly now: number; readonly startOfDay: number }
): readonly SpendingGuard[] {
  const limit = dailyLimitGuard(order.credits, creditsCommittedSince(tasks, time.startOfDay), rules.dailyLimit)
  if (limit !== null) return [limit]
  const guards = [confirmGuard(order.credits, rules.confirmAbove), rules.asksBeforeTwins ? duplicateGuard(order, tasks, time.now) : null]
  return guards.filter((guard) => guard !== null).filter((guard) => guard.kind === 'limit' || !order.consent.includes(guard.kind))
}

function confirmGuard(credits: number | null, above: number | null): SpendingGuard | null {
  return above !== null && (credits === null || credits > above) ? { kind: 'confirm-above', credits, above } : null
}

function duplicateGuard({ capability, values }: SpendingRequest, tasks: readonly EarlierTask[], now: number): SpendingGuard | null {
  if (values === null) return null
  const wanted = withoutEmpty(values)
  const duplicate = tasks.find(
    (task) => task.capability === capability && isFresh(task, now) && isSameJson(withoutEmpty(task.values), wanted)
  )
  return duplicate === undefined
    ? null
    : { kind: 'twin', id: duplicate.id, title: duplicate.title, askedAt: duplicate.createdAt, phase: duplicate.phase }
}

/** True if repeating this task may be a mistake. Rejected, cancelled and failed tasks may be repeated at once. */
function isFresh({ phase, createdAt }: EarlierTask, now: number): boolean {
  if (phase === 'refused' || phase === 'cancelled' || phase === 'failed') return false
  return phase !== 'done' || now - createdAt < momentInMs
}

/** Removes empty values, so that an emptied field equals one that was never filled in. */
function withoutEmpty(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isNothing(value)))
}

function isNothing(value: Value): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
