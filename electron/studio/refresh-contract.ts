import type { Fault } from '../../shared/task/fault.ts'
import { dropPriceQuestions } from '../tasks/engine/spending-limits.ts'
import { policyFor } from '../tasks/machine/error-policy.ts'
import { backoffInMs } from '../tasks/machine/poll-schedule.ts'
import { isOpen, type OpenConnection } from './connection-pool.ts'
import { type KeyDependencies, noteAcceptedKey } from './remember-key.ts'
import { publishStudioEvent } from './studio-event.ts'
import type { StudioParts } from './studio-parts.ts'

export type RefreshDependencies = KeyDependencies &
  Pick<StudioParts, 'clock' | 'connections' | 'engine' | 'listeners' | 'stopsOfAskingTools' | 'stopsOfRereading' | 'timeScale'>

/**
 * Maximum wait for the contract before a submission, in milliseconds. After that, Kiln uses the capabilities it already has, such as the
 * built-in ones. Not multiplied by `timeScale`, because the service causes the delay.
 */
const contractTimeoutInMs = 4_000
/** Delay before MCP is queried, so that the MCP library isn't loaded while the window opens. */
const delayBeforeToolsInMs = 5_000
const longestPauseOfReadingInMs = 10 * 60_000
/** Interval between checks for contract changes while the window isn't in use. Not multiplied by `timeScale`. */
const pauseOfAnIdleAppInMs = 20 * 60_000

/**
 * Loads the service's capabilities, and schedules the next load. A failed load is retried sooner. After a fault whose policy is `refuse`,
 * nothing is scheduled. Resolves to null on success, otherwise to the fault.
 */
export function refreshContract(parts: RefreshDependencies, connection: OpenConnection, tries = 1): Promise<Fault | null> {
  const { backgroundWork } = parts
  const reading = refreshOnce(parts, connection, tries).finally(() => {
    backgroundWork.delete(reading)
    if (connection.reading === reading) connection.reading = null
  })
  backgroundWork.add(reading)
  connection.reading = reading
  return reading
}

/** Like `refreshContract`, but returns the load in progress if there is one. */
export function readContract(parts: RefreshDependencies, connection: OpenConnection): Promise<unknown> {
  return connection.reading ?? refreshContract(parts, connection)
}

/** Waits for `reading`, but not longer than `contractTimeoutInMs`. */
export async function waitForContract({ clock }: Pick<StudioParts, 'clock'>, reading: Promise<unknown>): Promise<void> {
  let stopWaiting = (): void => undefined
  const tired = new Promise<void>((tire) => {
    stopWaiting = clock.setTimer(contractTimeoutInMs, tire)
  })
  await Promise.race([reading, tired])
  stopWaiting()
}

/** Loads the service's capabilities once. Resolves to null on success, otherwise to the fault. */
async function refreshOnce(parts: RefreshDependencies, connection: OpenConnection, tries: number): Promise<Fault | null> {
  const { clock, connections, engine, listeners, state, stopsOfRereading, timeScale } = parts
  stopsOfRereading.get(connection.id)?.()
  connection.askedAt = clock.now()
  const outcome = await connection.discovery.refresh(connection.client)
  const fault = outcome === 'changed' || outcome === 'same' ? null : outcome
  if (fault === null) {
    connection.checkedAt = clock.now()
    noteAcceptedKey(parts, connection)
  }
  if (isOpen(connections, connection)) await engine.onContractRead(connection.id, fault)
  if (state.closing !== null || !isOpen(connections, connection)) return fault
  if (outcome === 'changed' && connection.id === connections.activeId)
    publishStudioEvent(listeners, { kind: 'capabilities', capabilities: connection.discovery.current() })
  if (outcome === 'changed') connection.hasAskedTools = false
  if (outcome === 'changed') dropPriceQuestions(engine, connection.id)
  askToolsLater(parts, connection)
  if (fault !== null && policyFor(fault).onSubmit.do === 'refuse') return fault
  const delayInMs = fault === null ? pauseOfAnIdleAppInMs : backoffInMs(tries + 4, 1, longestPauseOfReadingInMs) * timeScale
  stopsOfRereading.get(connection.id)?.()
  stopsOfRereading.set(
    connection.id,
    clock.setTimer(delayInMs, () => void refreshContract(parts, connection, fault === null ? 1 : tries + 1))
  )
  return fault
}

/**
 * Queries MCP for data that the catalogue and the API definition lack. Repeats the query only after a contract change or a failure. REST
 * doesn't depend on the outcome.
 */
function askToolsLater(parts: RefreshDependencies, connection: OpenConnection): void {
  const { backgroundWork, clock, stopsOfAskingTools, timeScale } = parts
  if (connection.hasAskedTools || !connection.discovery.mayNeedTools()) return
  connection.hasAskedTools = true
  stopsOfAskingTools.get(connection.id)?.()
  const stop = clock.setTimer(delayBeforeToolsInMs * timeScale, () => {
    const asking = askTools(parts, connection).finally(() => backgroundWork.delete(asking))
    backgroundWork.add(asking)
  })
  stopsOfAskingTools.set(connection.id, stop)
}

async function askTools({ connections, listeners, state }: RefreshDependencies, connection: OpenConnection): Promise<void> {
  const isInUse = (): boolean => state.closing === null && isOpen(connections, connection)
  if (!isInUse()) return
  const outcome = await connection.discovery.requestTools(connection.tools)
  if (!isInUse()) return
  // After a failure, MCP is queried again after the next load of the contract.
  if (outcome !== 'changed' && outcome !== 'same') connection.hasAskedTools = false
  else if (outcome === 'changed' && connection.id === connections.activeId)
    publishStudioEvent(listeners, { kind: 'capabilities', capabilities: connection.discovery.current() })
}
