import { isAccountFault, isRequestRejection } from '../machine/error-policy.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import { type AccountHoldDependencies, verifySameAccount, releaseHold } from './account-holds.ts'
import type { EngineLifecycle } from './engine-lifecycle.ts'
import { applyReachability, confirmFault, type ReachabilityDependencies } from './reachability.ts'
import { isHeldByAccount } from './task-memory.ts'

export type ProbeDependencies = AccountHoldDependencies &
  ReachabilityDependencies & { readonly lifecycle: Readonly<Pick<EngineLifecycle, 'isClosing' | 'isClosed' | 'closing'>> }

/** Checks an account on hold or an unreachable service. Plans the next check if the problem remains. */
export async function probeConnection(connectionId: string, dependencies: ProbeDependencies): Promise<void> {
  const { ports, lifecycle, gates, probes } = dependencies
  const connectionGate = gates.of(connectionId)
  const client = ports.clientOf(connectionId)
  if (lifecycle.isClosing || (connectionGate.hold === null && connectionGate.offlineSince === null) || client === null) return
  if (connectionGate.hold === 'credits' && connectionGate.offlineSince === null) return startTrial(connectionId, dependencies)
  if (connectionGate.hold === 'account-changed') {
    if (!(await verifySameAccount(connectionId, dependencies))) probes.plan(connectionId)
    return
  }
  const answer = await client.catalog({ signal: lifecycle.closing.signal })
  const fault = await confirmFault(client, answer.ok ? null : answer.fault, dependencies)
  if (lifecycle.isClosing || client !== ports.clientOf(connectionId)) return
  applyReachability(connectionId, fault, dependencies)
  const isResolved = (fault === null || isRequestRejection(fault)) && connectionGate.hold !== null && connectionGate.hold !== 'credits'
  if (isResolved) {
    ports.readContract(connectionId)
    releaseHold(connectionId, dependencies)
    return
  }
  if (connectionGate.hold !== null && fault !== null && isAccountFault(fault)) {
    connectionGate.checkedAt = ports.clock.now()
    ports.onAccount(connectionId)
  }
  if (connectionGate.hold !== null || connectionGate.offlineSince !== null) probes.plan(connectionId)
}

/** Sends one waiting task to check for credits. */
function startTrial(connectionId: string, { memory, gates, lanes, tasks, probes }: ProbeDependencies): void {
  // A task that the service may have accepted waits for credits in `submitting`. In this phase, it can be resent but not cancelled.
  const trial = memory.records.unfinished(connectionId).find((record) => isHeldByAccount(record) || isReadyWhenUnconfirmed(record))
  gates.of(connectionId).trialId = trial?.id ?? null
  probes.plan(connectionId)
  if (trial === undefined) return
  if (isHeldByAccount(trial)) tasks.dispatch(trial.id, { kind: 'account-fixed' })
  else lanes.unpark(['send'])
}

/** True for a task that the service may have accepted and that waits to be sent again. */
function isReadyWhenUnconfirmed({ inDoubt, state }: TaskRecord): boolean {
  return inDoubt && state.phase === 'submitting' && !state.isSent
}

/**
 * Resumes sending after the user says that the account is fixed. If the service rejects a free request, the account stays on hold. Only a
 * task can show whether there are enough credits.
 */
export async function resumeConnection(connectionId: string, dependencies: ProbeDependencies): Promise<void> {
  const connectionGate = dependencies.gates.of(connectionId)
  const { hold, checkedAt } = connectionGate
  if (hold === 'key' || hold === 'sign-in' || hold === 'subscription') {
    await probeConnection(connectionId, dependencies)
    if (connectionGate.checkedAt !== checkedAt) return
  }
  releaseHold(connectionId, dependencies)
}

/** Checks now whether unreachable services can be reached again. */
export async function checkReachability(dependencies: ProbeDependencies): Promise<void> {
  const shut = [...dependencies.gates.all()].filter(([, { offlineSince }]) => offlineSince !== null)
  await Promise.all(shut.map(([connectionId]) => probeConnection(connectionId, dependencies)))
}
