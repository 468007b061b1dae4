import type { Fault, NetworkBlock } from '../../../shared/task/fault.ts'
import type { ServiceClient } from '../ports.ts'
import type { ConnectionGates } from './connection-gates.ts'
import type { EngineLifecycle } from './engine-lifecycle.ts'
import type { EnginePorts } from './ports.ts'
import type { ProbeTimers } from './probe-timers.ts'
import type { TaskDispatcher } from './task-dispatcher.ts'
import type { TaskLanes } from './task-lanes.ts'

/** Minimum time between two free requests that check whether the service is reachable. */
const reachabilityCheckIntervalInMs = 30_000

/** Recent and current checks that test whether a service is reachable. */
type ReachabilityChecks = {
  /** When the last check started, in milliseconds since 1970, by connection ID. */
  readonly startedAt: Map<string, number>
  /** IDs of connections whose reachability is being checked. */
  readonly underWay: Set<string>
}

export type ReachabilityDependencies = {
  readonly ports: Pick<EnginePorts, 'clientOf' | 'clock' | 'onAccount' | 'readContract' | 'timeScale'>
  readonly lifecycle: Readonly<Pick<EngineLifecycle, 'isClosing' | 'closing'>>
  readonly gates: ConnectionGates
  readonly lanes: TaskLanes
  readonly tasks: Pick<TaskDispatcher, 'wakeConnection'>
  readonly probes: ProbeTimers
  readonly reachabilityChecks: ReachabilityChecks
}

export function noteOffline(
  connectionId: string,
  networkBlock: NetworkBlock | null,
  { ports, lifecycle, gates, lanes, probes }: ReachabilityDependencies
): void {
  const connectionGate = gates.of(connectionId)
  if (lifecycle.isClosing || (connectionGate.offlineSince !== null && connectionGate.networkBlock === networkBlock)) return
  const wasBlocked = connectionGate.networkBlock !== null
  connectionGate.offlineSince ??= ports.clock.now()
  connectionGate.networkBlock = networkBlock
  // The block has ended, but the network is unavailable. Each task detects that separately.
  if (networkBlock === null && wasBlocked) lanes.unpark()
  probes.plan(connectionId)
  ports.onAccount(connectionId)
}

export function noteOnline(connectionId: string, { ports, gates, lanes, tasks }: ReachabilityDependencies): void {
  const connectionGate = gates.of(connectionId)
  if (connectionGate.offlineSince === null) return
  connectionGate.offlineSince = null
  connectionGate.networkBlock = null
  // The contract is requested before the first task is sent, because a price may have changed.
  ports.readContract(connectionId)
  lanes.unpark()
  tasks.wakeConnection(connectionId)
  ports.onAccount(connectionId)
}

/** After a failed request, checks with a free request whether the service is reachable. */
export async function checkReachabilityAfterFault(connectionId: string, dependencies: ReachabilityDependencies): Promise<void> {
  const { ports, lifecycle, gates, reachabilityChecks } = dependencies
  const client = ports.clientOf(connectionId)
  if (client === null || lifecycle.isClosing || gates.of(connectionId).offlineSince !== null) return
  if (reachabilityChecks.underWay.has(connectionId)) return
  const before = reachabilityChecks.startedAt.get(connectionId)
  if (before !== undefined && ports.clock.now() - before < reachabilityCheckIntervalInMs * ports.timeScale) return
  reachabilityChecks.startedAt.set(connectionId, ports.clock.now())
  reachabilityChecks.underWay.add(connectionId)
  const answer = await client.catalog({ signal: lifecycle.closing.signal })
  reachabilityChecks.underWay.delete(connectionId)
  if (!lifecycle.isClosing) await onContractRead(connectionId, answer.ok ? null : answer.fault, dependencies)
}

/**
 * Confirms a fault of the catalogue request. If the response was a sign-in page or was lost, sends a second free request. Only this request
 * can show whether the network is the cause. Returns null if the second request succeeds.
 */
export async function confirmFault(
  client: ServiceClient,
  fault: Fault | null,
  { lifecycle }: Pick<ReachabilityDependencies, 'lifecycle'>
): Promise<Fault | null> {
  if (fault?.networkBlock !== 'sign-in-page' && fault?.kind !== 'lost') return fault
  const answer = await client.recentTasks({ limit: 1, signal: lifecycle.closing.signal })
  return answer.ok ? null : answer.fault
}

/** Applies the result of a request for the contract. `met`: why the request failed, or null. */
export async function onContractRead(connectionId: string, met: Fault | null, dependencies: ReachabilityDependencies): Promise<void> {
  const { ports } = dependencies
  const client = ports.clientOf(connectionId)
  if (client === null) return
  const fault = await confirmFault(client, met, dependencies)
  if (client === ports.clientOf(connectionId)) applyReachability(connectionId, fault, dependencies)
}

/** Applies the result of a free request. The service is reachable if `fault` is null or came from the service itself. */
export function applyReachability(connectionId: string, fault: Fault | null, dependencies: ReachabilityDependencies): void {
  const isAnswered = fault?.kind === 'refusal' || fault?.kind === 'unreadable'
  if (fault === null || (fault.networkBlock === null && isAnswered)) noteOnline(connectionId, dependencies)
  else if (fault.networkBlock !== null || fault.kind === 'not-sent') noteOffline(connectionId, fault.networkBlock, dependencies)
}
