import type { TaskState, TaskRecord, TaskOutput } from './task-record.ts'
import { type DecisionContext, type Decision, transitionTo } from './decision.ts'
import type { TaskEffect } from './task-event.ts'
import type { TaskFailure, TaskCredits } from '../../../shared/task/task.ts'
import { nextRecheck } from './collecting.ts'
import { minChecksWhenUnconfirmed, unconfirmedTimeoutInMs, refundCheckDelaysInMs } from './poll-schedule.ts'
import { isCreditOutcomeOpen } from './task-credits.ts'

export function runningFrom(notBefore: number, unconfirmedSince: number | null = null): TaskState {
  return { phase: 'running', notBefore, faultsInARow: 0, doubtedSince: unconfirmedSince }
}

export function rejectTask(record: TaskRecord, context: DecisionContext, effects: readonly TaskEffect[]): Decision {
  return transitionTo(
    { ...record, finishedAt: context.now, credits: { ...record.credits, state: 'not-charged' } },
    { phase: 'refused' },
    ...effects
  )
}

/** State of a task whose outcome only support can find out. No checks are planned. */
export const supportOnlyState = { phase: 'support', recheck: null, outputs: [] } as const satisfies TaskState

/** Moves a task to `support`, with its credits pending. If its task ID is known, Kiln still checks the task from time to time. */
export function escalateToSupport(
  record: TaskRecord,
  failure: TaskFailure,
  context: DecisionContext,
  ...effects: readonly TaskEffect[]
): Decision {
  const credits: TaskCredits = { ...record.credits, state: 'pending' }
  const recheck = record.taskId === null ? null : nextRecheck(0, context)
  return transitionTo({ ...record, failure, credits }, { phase: 'support', recheck, outputs: [] }, ...effects)
}

/** True if an unconfirmed task was checked long enough and often enough. Time alone isn't enough, because the computer may have slept. */
export function isPastUnconfirmedTimeout(since: number, looks: number, context: DecisionContext): boolean {
  return looks >= minChecksWhenUnconfirmed && context.now - since > unconfirmedTimeoutInMs * context.timeScale
}

export const onlineEffects: readonly TaskEffect[] = [{ kind: 'online' }]

export const readRecentTasksEffect: TaskEffect = { kind: 'read-recent' }

export function failedState(credits: TaskCredits, looks: number, outputs: readonly TaskOutput[], context: DecisionContext): TaskState {
  const delayInMs = isCreditOutcomeOpen(credits) ? refundCheckDelaysInMs[looks] : undefined
  return {
    phase: 'failed',
    refundLook: delayInMs === undefined ? null : { at: context.now + delayInMs * context.timeScale, looks },
    outputs
  }
}
