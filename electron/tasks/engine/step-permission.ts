import type { LaneName } from '../machine/next-step.ts'
import { isUnsent } from '../machine/task-predicates.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import type { BatchRegistry } from './batch-registry.ts'
import type { ConnectionGates } from './connection-gates.ts'
import type { StepPermission } from './lane.ts'
import type { ConnectionGate, EnginePorts } from './ports.ts'
import type { TaskDispatcher } from './task-dispatcher.ts'
import { taskIdInLane, type TaskMemory } from './task-memory.ts'

export type StepPermissionDependencies = {
  readonly ports: Pick<EnginePorts, 'clientOf' | 'clock' | 'isSendingPaused' | 'onAccount'>
  readonly memory: TaskMemory
  readonly batchRegistry: BatchRegistry
  readonly gates: ConnectionGates
  readonly tasks: Pick<TaskDispatcher, 'dispatch'>
}

/**
 * Returns whether a step may run now. If an unsent task's account is on hold, puts the task on hold too. `id`: ID of the task, or item ID
 * in `collect`.
 */
export function stepPermissionOf(lane: LaneName, id: string, dependencies: StepPermissionDependencies): StepPermission {
  const { ports, memory, batchRegistry, gates } = dependencies
  const record = memory.records.get(taskIdInLane(lane, id))
  if (record === undefined) return 'parked'
  // Results are downloaded without the API key, so an account on hold doesn't block paid results.
  if (lane === 'collect') return 'yes'
  const connectionGate = gates.of(record.connectionId)
  const isSending = lane === 'send' || lane === 'upload'
  if (isSending && batchRegistry.isStopped(record)) return 'parked'
  // The pause doesn't apply to a task that the service may have accepted. Waiting longer could let its idempotency key expire.
  if (isSending && isUnsent(record) && ports.isSendingPaused()) return 'parked'
  if (ports.clientOf(record.connectionId) === null) return holdOrPark(record, 'no-connection', dependencies)
  // A proxy or a captive portal blocks the service. A free request detects the end of the block, so no task is sent as a test.
  if (connectionGate.networkBlock !== null) return 'parked'
  if (connectionGate.hold === 'credits') {
    const estimate = record.credits.estimated
    const isTooDear = estimate === null || connectionGate.refusedCredits === null || estimate >= connectionGate.refusedCredits
    if (isSending && isTooDear && connectionGate.trialId !== id) return holdOrPark(record, 'credits', dependencies)
  } else if (connectionGate.hold !== null) {
    return holdOrPark(record, connectionGate.hold, dependencies)
  }
  if (isSending && connectionGate.offlineSince !== null) return 'parked'
  if (connectionGate.slowedUntil !== null) {
    if (connectionGate.slowedUntil > ports.clock.now()) return { notBefore: connectionGate.slowedUntil }
    connectionGate.slowedUntil = null
    ports.onAccount(record.connectionId)
  }
  return 'yes'
}

function holdOrPark(
  record: TaskRecord,
  reason: NonNullable<ConnectionGate['hold']>,
  { tasks }: Pick<StepPermissionDependencies, 'tasks'>
): StepPermission {
  if (isUnsent(record)) tasks.dispatch(record.id, { kind: 'account-held', reason })
  return 'parked'
}
