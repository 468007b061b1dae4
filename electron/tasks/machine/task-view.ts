import { fileNameOf, withFileNames } from '../../../shared/form/file-names.ts'
import type { ManualUpload, Phase, TransferProgress, Task } from '../../../shared/task/task.ts'
import { unknownCapability } from './adopted-task.ts'
import { nextStepAt } from './next-step.ts'
import { listedOutputCount } from './refresh-result-urls.ts'
import { requestedOutputCount } from './output-count.ts'
import { canCancel } from './held-task.ts'
import { isCreditOutcomeOpen } from './task-credits.ts'
import { canHide, isHidden } from './task-predicates.ts'
import type { SavedResult, TaskOutput, TaskRecord } from './task-record.ts'

const checkablePhases: readonly Phase[] = ['unconfirmed', 'running', 'needs_input', 'collecting', 'support']
/** Phases in which the user can send the same values as a new task. In other phases, a new task could be charged for the same result. */
const sendsAgain: readonly Phase[] = ['done', 'failed', 'refused', 'cancelled']

/** Converts a task record to the `Task` that code outside the engine sees. `progress`: null if no transfer is running. */
export function taskViewOf(record: TaskRecord, progress: TransferProgress | null): Task {
  const { state } = record
  return {
    id: record.id,
    connectionId: record.connectionId,
    capability: record.capability,
    title: record.title,
    values: withFileNames(record.values),
    batch: record.batch,
    from: record.from,
    askedBy: record.askedBy,
    phase: state.phase,
    status: record.status,
    taskId: record.taskId,
    idempotencyKey: record.idempotencyKey,
    attempt: record.attempt,
    isUnconfirmed: record.inDoubt,
    hold: state.phase === 'held' ? state.reason : null,
    question: state.phase === 'held' ? state.question : null,
    credits: record.credits,
    failure: record.failure,
    results: savedResultsOf(record).map(({ path, ...result }) => ({ ...result, fileName: fileNameOf(path) })),
    progress: state.phase === 'uploading' || state.phase === 'collecting' ? progress : null,
    manualUpload: manualUploadOf(record),
    polls: record.polls,
    createdAt: record.createdAt,
    submittedAt: record.submittedAt,
    acceptedAt: record.acceptedAt,
    finishedAt: record.finishedAt,
    nextAt: nextStepAt(record),
    hidden: isHidden(record),
    can: {
      cancel: canCancel(record),
      checkAgain:
        checkablePhases.includes(state.phase) || (state.phase === 'failed' && isCreditOutcomeOpen(record.credits)) || isShort(record),
      sendAgain: sendsAgain.includes(state.phase) && record.capability !== unknownCapability,
      hide: canHide(record)
    }
  }
}

function manualUploadOf({ state }: TaskRecord): ManualUpload | null {
  if (state.phase !== 'uploading' || state.byHand === null) return null
  return { fileName: state.byHand.fileName, command: state.byHand.command }
}

/** Returns the task's results that are already saved. */
export function savedResultsOf(record: TaskRecord): readonly SavedResult[] {
  return outputsOfTask(record).flatMap((output) => (output.result === null ? [] : [output.result]))
}

/** Returns the task's outputs, saved or not. Empty if the task has none. */
export function outputsOfTask({ state }: TaskRecord): readonly TaskOutput[] {
  return state.phase === 'collecting' || state.phase === 'done' || state.phase === 'support' || state.phase === 'failed'
    ? state.outputs
    : []
}

/** True if a finished task has fewer outputs than requested. The service may list the others later. */
function isShort(record: TaskRecord): boolean {
  return record.state.phase === 'done' && listedOutputCount(record.state.outputs) < requestedOutputCount(record)
}
