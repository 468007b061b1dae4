import type { TaskRecord, TaskState } from './task-record.ts'
import { isUnsent, isCancelledUnconfirmed } from './task-predicates.ts'
import type { HoldReason } from '../../../shared/task/task.ts'
import { type DecisionContext, type Decision, unchangedDecision, transitionTo } from './decision.ts'

/** True while the task can be cancelled. This copy of Kiln then never sends it. */
export function canCancel(record: TaskRecord): boolean {
  return isUnsent(record) || asksAboutCopy(record)
}

export function asksAboutCopy({ state }: TaskRecord): boolean {
  return state.phase === 'held' && state.question?.kind === 'copy'
}

export function heldStateFor(reason: HoldReason): TaskState {
  return { phase: 'held', reason, question: null }
}

/** Stores the confirmed price as the new estimate. Later prices are compared with this estimate. */
export function onPriceAgreed(record: TaskRecord, context: DecisionContext): Decision {
  const { state, credits } = record
  if (state.phase !== 'held' || state.question?.kind !== 'price') return unchangedDecision(record)
  const { now } = state.question
  return resumeTask(
    { ...record, credits: { ...credits, estimated: now }, estimatedBy: now === null ? 'none' : record.estimatedBy },
    context
  )
}

export function onCancelled(record: TaskRecord, context: DecisionContext): Decision {
  if (!canCancel(record)) return unchangedDecision(record)
  // Another copy of Kiln may have sent the task, so a charge can't be ruled out.
  const state = record.inDoubt ? record.credits.state : 'not-charged'
  return transitionTo({ ...record, finishedAt: context.now, failure: null, credits: { ...record.credits, state } }, { phase: 'cancelled' })
}

export function onCancelUndone(record: TaskRecord, context: DecisionContext): Decision {
  if (record.state.phase !== 'cancelled') return unchangedDecision(record)
  const restored: TaskRecord = { ...record, finishedAt: null, hidden: false }
  return isCancelledUnconfirmed(record) ? askAboutDuplicate(restored) : resumeUnsentTask(restored, context)
}

/** Resumes a task, and treats it as never sent. */
export function resumeUnsentTask(record: TaskRecord, context: DecisionContext): Decision {
  return resumeTask({ ...record, inDoubt: false, credits: { ...record.credits, state: 'not-sent' } }, context)
}

export function resumeTask(record: TaskRecord, context: DecisionContext): Decision {
  const next: TaskState =
    record.body === null
      ? { phase: 'queued', notBefore: context.now, tries: 0 }
      : { phase: 'submitting', isSent: false, notBefore: context.now, tries: 0 }
  return transitionTo({ ...record, failure: null }, next)
}

/** Puts the task on hold and asks the user whether to send it. Another copy of Kiln may have sent it already. */
export function askAboutDuplicate(record: TaskRecord): Decision {
  return transitionTo({ ...record, failure: null }, { phase: 'held', reason: null, question: { kind: 'copy' } })
}
