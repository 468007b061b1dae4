import { type SendConfirmation, SpendingConfirmationError, type SpendingSettings } from '../../../shared/task/spending.ts'
import { isSentSince, limitConfirmation } from '../machine/sending-questions.ts'
import { toEarlierTask, type SpendingRequest, spendingGuards } from '../machine/spending-guards.ts'
import { startOfLocalDay } from '../machine/start-of-local-day.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import type { Clock } from '../ports.ts'
import type { Engine } from './create-engine.ts'

type LimitDependencies = {
  readonly engine: Pick<Engine, 'tasks' | 'dispatchAll'>
  readonly clock: Clock
  /** The user's spending limits, read before each submission. Default: no limits. */
  readonly options: { readonly spendingRules?: () => SpendingSettings }
}

/** `checkedFor`: start of the day for which the limits were last checked. `stopTimer` cancels the next check. */
export type LimitDay = { checkedFor: number; stopTimer: () => void }

/** Maximum delay before Kiln notices that the system clock was set to another day. */
const dayCheckIntervalInMs = 10 * 60_000

/** Returns the question that the user must answer if the task would exceed the daily limit. Null if it wouldn't. */
export function limitConfirmationOf({ engine, clock, options }: LimitDependencies, record: TaskRecord): SendConfirmation | null {
  const limit = options.spendingRules?.().dailyLimit ?? null
  if (limit === null) return null
  const today = startOfLocalDay(clock.now())
  const sentToday = engine.tasks
    .since(today)
    .filter((other) => other.connectionId === record.connectionId && other.id !== record.id && isSentSince(other, today))
  return limitConfirmation(
    record,
    limit,
    sentToday.map(({ credits, state }) => ({ ...credits, state: credits.state, phase: state.phase }))
  )
}

/** Rechecks the tasks on hold because of the daily limit. */
export function recheckLimits(parts: LimitDependencies & { readonly limitDay: LimitDay }): void {
  parts.limitDay.checkedFor = startOfLocalDay(parts.clock.now())
  const free = askingTasks(parts.engine, 'limit').filter((record) => limitConfirmationOf(parts, record) === null)
  parts.engine.dispatchAll(
    free.map(({ id }) => id),
    { kind: 'question-dropped', about: 'limit' }
  )
}

/** Like `recheckLimits`, but only if the day has changed since the last check. */
export function recheckLimitsOnNewDay(parts: LimitDependencies & { readonly limitDay: LimitDay }): void {
  if (parts.limitDay.checkedFor !== startOfLocalDay(parts.clock.now())) recheckLimits(parts)
}

/** Applies the new day's limit at midnight, and after the clock was set to another day. */
export function scheduleNextDay(parts: LimitDependencies & { readonly limitDay: LimitDay }): void {
  const { clock, limitDay } = parts
  const tomorrow = new Date(clock.now()).setHours(24, 0, 0, 0)
  limitDay.stopTimer = clock.setTimer(Math.min(tomorrow - clock.now(), dayCheckIntervalInMs), () => {
    recheckLimitsOnNewDay(parts)
    scheduleNextDay(parts)
  })
}

/** Drops open price questions after the contract changed. Each task is then checked against its current price. */
export function dropPriceQuestions(engine: LimitDependencies['engine'], connectionId: string): void {
  const asking = askingTasks(engine, 'price').filter((record) => record.connectionId === connectionId)
  engine.dispatchAll(
    asking.map(({ id }) => id),
    { kind: 'question-dropped', about: 'price' }
  )
}

/** Returns the tasks on hold because of this kind of question. */
function askingTasks(engine: LimitDependencies['engine'], kind: SendConfirmation['kind']): readonly TaskRecord[] {
  return engine.tasks.unfinished(null).filter(({ state }) => state.phase === 'held' && state.question?.kind === kind)
}

/** @throws SpendingConfirmationError if the user's own limits require confirmation. `connectionId`: null if no account is active. */
export function requireSpendingConsent(
  { engine, clock, options }: LimitDependencies,
  connectionId: string | null,
  order: SpendingRequest
): void {
  const rules = options.spendingRules?.()
  if (rules === undefined) return
  const now = clock.now()
  const today = startOfLocalDay(now)
  const concerned = engine.tasks.sinceOrUnended(today).filter((record) => record.connectionId === connectionId)
  const guards = spendingGuards(order, rules, engine.tasks.oldestFirst(concerned).map(toEarlierTask), { now, startOfDay: today })
  if (guards.length > 0) throw new SpendingConfirmationError(guards)
}
