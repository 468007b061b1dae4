import type { HandUpload, Phase, Progress, Result, Task } from '../../shared/task.ts'
import { unknownCapability } from './adopted-task.ts'
import { nextStepAt } from './next-step.ts'
import { namedCount } from './fresh-addresses.ts'
import { outputsAskedFor } from './output-count.ts'
import { isUnsettled, mayBeTakenBack } from './task-machine.ts'
import type { Output, TaskRecord } from './task-record.ts'

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
    batch: record.batch,
    phase: state.phase,
    status: record.status,
    taskId: record.taskId,
    idempotencyKey: record.idempotencyKey,
    attempt: record.attempt,
    inDoubt: record.inDoubt,
    hold: state.phase === 'held' ? state.reason : null,
    question: state.phase === 'held' ? state.question : null,
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
    nextAt: nextStepAt(record),
    hidden: record.hidden,
    can: {
      cancel: mayBeTakenBack(record),
      lookAgain: looksAgain.includes(state.phase) || (state.phase === 'failed' && isUnsettled(record.credits)) || isShort(record),
      sendAgain: sendsAgain.includes(state.phase) && record.capability !== unknownCapability
    }
  }
}

function handUploadOf({ state }: TaskRecord): HandUpload | null {
  if (state.phase !== 'uploading' || state.byHand === null) return null
  return { fileName: state.byHand.fileName, command: state.byHand.command }
}

/** The files that are saved already. */
export function resultsOf(record: TaskRecord): readonly Result[] {
  return outputsOf(record).flatMap((output) => (output.result === null ? [] : [output.result]))
}

/** What has a place on disk, or has one reserved. */
export function outputsOf({ state }: TaskRecord): readonly Output[] {
  return state.phase === 'collecting' || state.phase === 'done' || state.phase === 'support' || state.phase === 'failed'
    ? state.outputs
    : []
}

/** True if a finished task has fewer files than were asked for: the service may name the others by now. */
function isShort(record: TaskRecord): boolean {
  return record.state.phase === 'done' && namedCount(record.state.outputs) < outputsAskedFor(record)
}
