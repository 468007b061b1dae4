import type { Fault } from '../../../../shared/task/fault.ts'
import { newFault } from '../../../../shared/task/fault.ts'
import type { DecisionContext } from '../../../../electron/tasks/machine/task-machine.ts'
import { newCollectingState } from '../../../../electron/tasks/machine/collecting.ts'
import { newOutput } from '../../../../electron/tasks/machine/refresh-result-urls.ts'
import type { TaskOutput, TaskInput, TaskRecord, TaskState } from '../../../../electron/tasks/machine/task-record.ts'

type Collecting = Extract<TaskState, { phase: 'collecting' }>

/** Returns a task right after its creation. */
export function sampleTask(changes: Partial<TaskRecord> = {}): TaskRecord {
  return {
    id: 'task-1',
    connectionId: 'default',
    capability: 'imgmodel-image-generator',
    title: 'a celadon vase',
    values: { prompt: 'a celadon vase' },
    batch: null,
    inputs: [],
    from: [],
    askedBy: 'person',
    idempotencyKey: 'key-1',
    attempt: 1,
    body: null,
    inDoubt: false,
    taskId: null,
    businessId: null,
    status: null,
    credits: { estimated: 5, required: null, consumed: null, usageDeferred: null, state: 'not-sent' },
    estimatedBy: 'rules',
    failure: null,
    choice: null,
    polls: 0,
    createdAt: 1_000,
    submittedAt: null,
    acceptedAt: null,
    finishedAt: null,
    hidden: false,
    state: { phase: 'queued', notBefore: 1_000, tries: 0 },
    ...changes
  }
}

export const sampleInput: TaskInput = {
  field: 'imageUrls',
  index: 0,
  reference: { file: '/photos/vase.png' },
  path: '/photos/vase.png',
  name: 'vase.png',
  contentType: 'image/png',
  bytes: 1_234,
  modifiedAt: 500,
  durationInSeconds: null
}

export const sampleBody = '{"prompt":"a celadon vase"}'

/** Returns a task whose submit request has been sent. */
export function sentTask(changes: Partial<TaskRecord> = {}): TaskRecord {
  return sampleTask({
    body: sampleBody,
    submittedAt: 2_000,
    state: { phase: 'submitting', isSent: true, notBefore: 2_000, tries: 0 },
    ...changes
  })
}

/** Returns a task that the service has accepted. */
export function runningTask(changes: Partial<TaskRecord> = {}): TaskRecord {
  return sentTask({
    taskId: 'T1',
    acceptedAt: 3_000,
    state: { phase: 'running', notBefore: 8_000, faultsInARow: 0, doubtedSince: null },
    ...changes
  })
}

export function decisionContextAt(now: number, changes: Partial<DecisionContext> = {}): DecisionContext {
  return { now, random: 0.5, timeScale: 1, nextKey: 'key-next', ...changes }
}

/** Returns an output that isn't downloaded yet. */
export function pendingOutput(changes: Partial<TaskOutput> = {}): TaskOutput {
  return newOutput('https://x/a.png', '/library/a', 0, changes)
}

/** Returns a finished task whose files aren't all downloaded yet. */
export function collectingTask(
  outputs: readonly TaskOutput[],
  changes: Partial<Collecting> = {}
): TaskRecord & { readonly state: Collecting } {
  return { ...runningTask(), state: { ...newCollectingState([], [], 0), outputs, notBefore: 0, ...changes } }
}

/** Returns a fault that represents the service's error response to a submission. */
export function errorResponseFault(httpStatus: number, errorType: string | null, more: Partial<Fault> = {}): Fault {
  return newFault('submit', 'refusal', { httpStatus, errorType, requestId: 'req-1', message: 'words of the service', ...more })
}
