import { unknownCapability } from '../machine/adopted-task.ts'
import { classifyStatus } from '../machine/classify-status.ts'
import { requestedOutputCount } from '../machine/output-count.ts'
import { outputCountWithNewUrls } from '../machine/refresh-result-urls.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import type { EngineLifecycle } from './engine-lifecycle.ts'
import { type OutputPathDependencies, reserveStems } from './output-paths.ts'
import type { EnginePorts } from './ports.ts'
import type { TaskDispatcher } from './task-dispatcher.ts'
import { outputsIn } from './task-memory.ts'

/**
 * After this time a pending query releases its slot. Its response is still awaited. Not multiplied by `timeScale`, because the service
 * causes the delay.
 */
const slotOfQueryInMs = 2_000

export type PollDependencies = OutputPathDependencies & {
  readonly ports: Pick<EnginePorts, 'capabilityOf' | 'clientOf' | 'queryWithoutCapability'>
  readonly lifecycle: Readonly<Pick<EngineLifecycle, 'isClosed' | 'closing'>>
  readonly tasks: Pick<TaskDispatcher, 'dispatch'>
}

/** Queries a task's status. */
export async function pollTask(start: TaskRecord, releaseSlot: () => void, dependencies: PollDependencies): Promise<void> {
  const { ports, lifecycle, memory, tasks } = dependencies
  const client = ports.clientOf(start.connectionId)
  const taskId = start.taskId
  if (client === null || taskId === null) return
  const capability = ports.capabilityOf(start.capability, start.connectionId)
  const stopWaiting = ports.clock.setTimer(slotOfQueryInMs, releaseSlot)
  const { signal } = lifecycle.closing
  const call = { capability: start.capability, taskId, resultField: capability?.resultField ?? 'result', signal }
  const answer =
    start.capability === unknownCapability
      ? await ports.queryWithoutCapability(start.connectionId, taskId, signal)
      : await client.query(call)
  stopWaiting()
  if (lifecycle.isClosed) return
  if (!answer.ok) {
    tasks.dispatch(start.id, { kind: 'query-failed', fault: answer.fault }, client)
    return
  }
  const { value, httpStatus, requestId } = answer
  if (start.state.phase === 'failed') {
    tasks.dispatch(start.id, { kind: 'credits-read', answer: value, httpStatus, requestId }, client)
    return
  }
  const isFinished = value.urls.length > 0 && classifyStatus(value.status) !== 'failure'
  // The task may have changed during the query.
  const current = memory.records.get(start.id) ?? start
  const known = outputsIn(current)
  const stems = isFinished
    ? await reserveStems(current, known.length, outputCountWithNewUrls(known, value.urls, requestedOutputCount(start)), dependencies)
    : []
  if (lifecycle.isClosed) return
  tasks.dispatch(start.id, { kind: 'queried', answer: value, stems, httpStatus, requestId })
}
