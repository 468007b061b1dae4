import { maxDelayAfterStartInMs } from '../machine/poll-schedule.ts'
import type { TaskEffect } from '../machine/task-event.ts'
import { isUnsent } from '../machine/task-predicates.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import { containsTaskOfConnection } from './attempt-keys.ts'
import { type ConnectionGates, newConnectionGate } from './connection-gates.ts'
import type { EngineLifecycle } from './engine-lifecycle.ts'
import type { EnginePorts } from './ports.ts'
import type { ProbeTimers } from './probe-timers.ts'
import type { RecentTaskReads } from './recent-task-reads.ts'
import type { TaskDispatcher } from './task-dispatcher.ts'
import type { TaskLanes } from './task-lanes.ts'
import { isHeldByAccount, type TaskMemory } from './task-memory.ts'

export type AccountHoldDependencies = {
  readonly ports: Pick<EnginePorts, 'clientOf' | 'clock' | 'keyAfter' | 'onAccount' | 'onAccountProven' | 'timeScale'>
  readonly lifecycle: Readonly<Pick<EngineLifecycle, 'isClosed'>>
  readonly memory: TaskMemory
  readonly gates: ConnectionGates
  readonly lanes: TaskLanes
  readonly tasks: TaskDispatcher
  readonly probes: ProbeTimers
  readonly recentReads: RecentTaskReads
}

/** Puts an account on hold, because the service rejected a request. */
export function holdAccount(
  connectionId: string,
  effect: Extract<TaskEffect, { kind: 'hold-account' }>,
  { ports, gates, lanes, probes }: AccountHoldDependencies
): void {
  const connectionGate = gates.of(connectionId)
  if (connectionGate.hold === 'account-changed') return
  if (
    connectionGate.hold === effect.reason &&
    connectionGate.requestId === effect.requestId &&
    connectionGate.refusedCredits === effect.credits
  )
    return
  // Tasks parked because of the API key or the subscription may continue if only credits are missing.
  if (connectionGate.hold !== null && connectionGate.hold !== 'credits' && effect.reason === 'credits') lanes.unpark()
  // If a repeated check has the same result, the request ID is kept. The banner therefore doesn't change every minute.
  if (connectionGate.hold !== effect.reason || connectionGate.message !== effect.message) connectionGate.requestId = effect.requestId
  connectionGate.hold = effect.reason
  connectionGate.message = effect.message
  connectionGate.refusedCredits = effect.credits
  connectionGate.checkedAt = ports.clock.now()
  probes.plan(connectionId)
  ports.onAccount(connectionId)
}

export function releaseHold(connectionId: string, dependencies: AccountHoldDependencies): void {
  const { ports, gates, lanes, tasks, probes } = dependencies
  const connectionGate = gates.of(connectionId)
  if (connectionGate.hold === 'account-changed') return void verifySameAccount(connectionId, dependencies)
  probes.cancel(connectionId)
  connectionGate.hold = null
  connectionGate.message = null
  connectionGate.requestId = null
  connectionGate.refusedCredits = null
  connectionGate.trialId = null
  connectionGate.slowedUntil = null
  if (connectionGate.offlineSince !== null) probes.plan(connectionId)
  tasks.dispatchMany(connectionId, { kind: 'account-fixed' }, isHeldByAccount)
  lanes.unpark()
  ports.onAccount(connectionId)
}

/**
 * Puts the connection on hold, because its new API key may belong to another account. Until that is ruled out, its tasks are neither sent
 * nor queried.
 */
export function suspendAccount(connectionId: string, { ports, gates, tasks, probes }: AccountHoldDependencies): void {
  const connectionGate = gates.of(connectionId)
  Object.assign(connectionGate, {
    ...newConnectionGate(),
    offlineSince: connectionGate.offlineSince,
    networkBlock: connectionGate.networkBlock,
    hold: 'account-changed'
  })
  tasks.dispatchMany(connectionId, { kind: 'account-held', reason: 'account-changed' }, isUnsent)
  probes.plan(connectionId)
  ports.onAccount(connectionId)
}

/** Ends the `account-changed` hold. Call if the API key belongs to the account of the connection's tasks. */
export function releaseAccountChangedHold(connectionId: string, dependencies: AccountHoldDependencies): void {
  const connectionGate = dependencies.gates.of(connectionId)
  if (connectionGate.hold !== 'account-changed') return
  connectionGate.hold = null
  releaseHold(connectionId, dependencies)
}

/**
 * Returns true if the API key is known to belong to the account of the connection's tasks. If that is unknown, searches the account's
 * recent tasks for one of these tasks.
 */
export async function verifySameAccount(connectionId: string, dependencies: AccountHoldDependencies): Promise<boolean> {
  const { ports, lifecycle, gates, recentReads } = dependencies
  if (gates.of(connectionId).hold !== 'account-changed') return true
  const client = ports.clientOf(connectionId)
  if (client === null) return false
  const answer = await recentReads.read(client, [])
  if (lifecycle.isClosed || !answer.ok || client !== ports.clientOf(connectionId)) return false
  if (!containsTaskOfConnection(connectionId, answer.value, dependencies)) return false
  ports.onAccountProven(connectionId)
  releaseAccountChangedHold(connectionId, dependencies)
  return true
}

/** Puts the connection's unsent tasks on hold, because the connection was closed. */
export function detachConnection(connectionId: string, { ports, tasks }: Pick<AccountHoldDependencies, 'ports' | 'tasks'>): void {
  // Tasks in later slices aren't sent meanwhile, because no task has permission without a client.
  tasks.dispatchMany(connectionId, { kind: 'account-held', reason: 'no-connection' }, isUnsent)
  ports.onAccount(connectionId)
}

/**
 * Ends a trial, in which one task is sent to check for credits. The hold ends if the service accepted the task, and otherwise continues.
 */
export function endTrial(record: TaskRecord, dependencies: AccountHoldDependencies): void {
  const connectionGate = dependencies.gates.of(record.connectionId)
  if (connectionGate.trialId !== record.id) return
  connectionGate.trialId = null
  if (record.taskId !== null) releaseHold(record.connectionId, dependencies)
}

/** Pauses the connection's requests, as the service requested. */
export function slowDown(
  connectionId: string,
  delayInMs: number,
  { ports, gates }: Pick<AccountHoldDependencies, 'ports' | 'gates'>
): void {
  const connectionGate = gates.of(connectionId)
  connectionGate.slowedUntil = Math.max(connectionGate.slowedUntil ?? 0, ports.clock.now() + delayInMs)
  ports.onAccount(connectionId)
}

/**
 * Ends a pause requested by the service, unless less than `maxDelayAfterStartInMs` remains. Called when the user checks a task, and by
 * `Engine.wake`. A restart also ends the pause.
 */
export function endSlowDown(
  connectionId: string,
  { ports, gates, lanes }: Pick<AccountHoldDependencies, 'ports' | 'gates' | 'lanes'>
): void {
  const connectionGate = gates.of(connectionId)
  const { slowedUntil } = connectionGate
  if (slowedUntil === null || slowedUntil - ports.clock.now() < maxDelayAfterStartInMs * ports.timeScale) return
  connectionGate.slowedUntil = null
  lanes.unpark()
  ports.onAccount(connectionId)
}
