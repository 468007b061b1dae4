import type { SendConfirmation } from '../../../shared/task/spending.ts'
import { isUnsent } from '../machine/task-predicates.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import { endTrial } from './account-holds.ts'
import type { EngineLifecycle } from './engine-lifecycle.ts'
import { requestRecentTasksOnce, type RecentTaskDependencies } from './find-recent-tasks.ts'
import type { EnginePorts } from './ports.ts'
import { prepareBody, type PrepareBodyDependencies } from './prepare-body.ts'
import { stepPermissionOf, type StepPermissionDependencies } from './step-permission.ts'
import { isDue } from './task-memory.ts'

export type SendDependencies = PrepareBodyDependencies &
  StepPermissionDependencies &
  RecentTaskDependencies & {
    readonly ports: Pick<EnginePorts, 'limitConfirmation' | 'priceConfirmation'>
    readonly lifecycle: Readonly<Pick<EngineLifecycle, 'startedAt'>>
  }

/** Uploads a task's files. The task is then planned for the `send` lane. */
export async function uploadTask(start: TaskRecord, releaseSlot: () => void, dependencies: SendDependencies): Promise<void> {
  const { ports, memory, tasks } = dependencies
  const { id } = start
  const due = await readyToSend(start, 'upload', dependencies)
  // The limit is checked before uploading, to avoid a useless upload. It's checked again just before sending, because other tasks may
  // have been sent meanwhile.
  if (due === null || asks(due, ports.limitConfirmation(due), dependencies)) return
  const body = await prepareBody(due, releaseSlot, dependencies)
  if (body === null) return
  memory.preparedBodies.set(id, body)
  tasks.dispatch(id, { kind: 'uploaded' })
}

/** Sends a task, after its `sending` event was written to the journal. */
export async function sendTask(start: TaskRecord, dependencies: SendDependencies): Promise<void> {
  const { ports, lifecycle, memory, lanes, tasks } = dependencies
  const { id } = start
  const due = await readyToSend(start, 'send', dependencies)
  if (due === null) return
  const body = due.body ?? memory.preparedBodies.get(id) ?? (await prepareBody(due, () => undefined, dependencies))
  if (body === null) return
  // An API key or a base URL may have been replaced during the upload.
  const client = ports.clientOf(start.connectionId)
  const before = memory.records.get(id)
  if (client === null || before === undefined) return lanes.plan(start)
  // Meanwhile, the batch may have been stopped, the network blocked or the account put on hold. If so, the task is planned again.
  if (stepPermissionOf('send', id, dependencies) !== 'yes') return lanes.planAgain(id)
  if (asks(before, ports.limitConfirmation(before), dependencies)) return
  let record: TaskRecord
  try {
    record = tasks.dispatch(id, { kind: 'sending', body })
  } catch {
    // Tasks are never sent before they are written. Sending is retried once the journal accepts writes.
    lanes.planAfterJournalRetry('send', id)
    return
  }
  // The body is sent only after it was saved, and exactly as saved.
  if (lifecycle.isClosed || record === before || record.state.phase !== 'submitting' || !record.state.isSent || record.body === null) return
  const answer = await client.submit({ capability: record.capability, body: record.body, idempotencyKey: record.idempotencyKey })
  const answered = answer.ok
    ? tasks.dispatch(id, { kind: 'submitted', answer: answer.value, httpStatus: answer.httpStatus, requestId: answer.requestId }, client)
    : tasks.dispatch(id, { kind: 'submit-failed', fault: answer.fault }, client)
  endTrial(answered, dependencies)
}

/** Runs all checks before a task is uploaded or sent. Returns the current record, or null if the task can't proceed now. */
async function readyToSend(start: TaskRecord, lane: 'upload' | 'send', dependencies: SendDependencies): Promise<TaskRecord | null> {
  const { ports, lifecycle, memory, lanes } = dependencies
  const { id } = start
  if (isUnsent(start)) {
    if (asks(start, await ports.priceConfirmation(start), dependencies)) return null
    // The task was created before Kiln started. Another copy of Kiln may have sent it, or the journal may have lost its latest writes.
    if (start.createdAt < lifecycle.startedAt) await requestRecentTasksOnce(start.connectionId, dependencies)
  }
  const due = memory.records.get(id)
  // The task was cancelled, put on hold or found at the service meanwhile.
  if (lifecycle.isClosing || due === undefined || !isDue(lane, id, due)) return null
  if (stepPermissionOf(lane, id, dependencies) === 'yes') return due
  lanes.planAgain(id)
  return null
}

/**
 * Puts a task on hold if there is a question to the user, and returns true. A task that the service may have accepted isn't put on hold. It
 * is retried with its idempotency key at any price, because it may already have been charged.
 */
function asks(record: TaskRecord, question: SendConfirmation | null, dependencies: SendDependencies): boolean {
  if (question === null || !isUnsent(record)) return false
  endTrial(dependencies.tasks.dispatch(record.id, { kind: 'questioned', question }), dependencies)
  return true
}
