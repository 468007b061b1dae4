import type { HandUpload, HoldReason, Phase, Progress, Result, Task } from '../../shared/task.ts'
import { nextStep } from './next-step.ts'
import { mayBeTakenBack } from './task-machine.ts'
import type { TaskRecord } from './task-record.ts'

const looksAgain: readonly Phase[] = ['unconfirmed', 'running', 'needs_input', 'collecting', 'support']
/** Phases in which asking for the same once more cannot pay twice for what is still under way. */
const sendsAgain: readonly Phase[] = ['done', 'failed', 'refused', 'cancelled']

/** A task as everybody outside the engine sees it. */
export function viewOf(record: TaskRecord, progress: Progress | null): Task {
  const { state } = record
  return {
    id: record.id,
    connectionId: record.connectionId,
    capability: record.capability,
    title: record.title,
    values: record.values,
    phase: state.phase,
    status: record.status,
    taskId: record.taskId,
    idempotencyKey: record.idempotencyKey,
    attempt: record.attempt,
    inDoubt: record.inDoubt,
    hold: holdOf(record),
    credits: record.credits,
    failure: record.failure,
    results: resultsOf(record),
    progress: state.phase === 'uploading' || state.phase === 'collecting' ? progress : null,
    handUpload: handUploadOf(record),
    polls: record.polls,
    createdAt: record.createdAt,
    submittedAt: record.submittedAt,
    acceptedAt: record.acceptedAt,
    finishedAt: record.finishedAt,
    nextAt: nextStep(record)?.at ?? null,
    hidden: record.hidden,
    can: {
      cancel: mayBeTakenBack(record),
      lookAgain: looksAgain.includes(state.phase),
      sendAgain: sendsAgain.includes(state.phase)
    }
  }
}

function handUploadOf({ state }: TaskRecord): HandUpload | null {
  if (state.phase !== 'uploading' || state.byHand === null) return null
  return { fileName: state.byHand.fileName, command: state.byHand.command }
}

function holdOf(record: TaskRecord): HoldReason | null {
  return record.state.phase === 'held' ? record.state.reason : null
}

/** The files that are on disk already; for a task still collecting, those that are. */
export function resultsOf(record: TaskRecord): readonly Result[] {
  const { state } = record
  if (state.phase !== 'collecting' && state.phase !== 'done') return []
  return state.outputs.flatMap((output) => (output.result === null ? [] : [output.result]))
}
