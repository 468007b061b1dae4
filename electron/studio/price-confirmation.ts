import type { SendConfirmation } from '../../shared/task/spending.ts'
import { priceConfirmation } from '../tasks/machine/sending-questions.ts'
import type { TaskRecord } from '../tasks/machine/task-record.ts'
import type { OpenConnection } from './connection-pool.ts'
import { refreshContract, type RefreshDependencies, waitForContract } from './refresh-contract.ts'
import type { StudioParts } from './studio-parts.ts'

type ConfirmationDependencies = RefreshDependencies & Pick<StudioParts, 'estimator'>

/**
 * Maximum age of a quoted price. An older price is checked against the current contract. Not multiplied by `timeScale`, because the service
 * sets prices.
 */
const priceKeepsForInMs = 10 * 60_000
/** Minimum time between two loads of the contract for a price. A failed load then isn't retried for every task. */
const pauseAfterVainReadingInMs = 60_000

/** Resolves to the price question that the user must answer before the task is sent. Null if there is no question. */
export async function priceConfirmationOf(parts: ConfirmationDependencies, record: TaskRecord): Promise<SendConfirmation | null> {
  const { connections, estimator } = parts
  const connection = connections.open.get(record.connectionId)
  if (connection === undefined || record.credits.estimated === null) return null
  await refreshOutdatedContract(parts, connection, record)
  const capability = connection.discovery.current().find(({ id }) => id === record.capability)
  if (capability === undefined) return null
  return priceConfirmation(record, await estimator.estimate({ tools: connection.tools, capability, values: record.values }))
}

/**
 * Loads the current contract if a task's price may be out of date. That's the case if the task is old or was created before a restart.
 * Waits no longer than a submission would.
 */
async function refreshOutdatedContract(
  parts: ConfirmationDependencies,
  connection: OpenConnection,
  { createdAt }: TaskRecord
): Promise<void> {
  const now = parts.clock.now()
  const { reading, askedAt, checkedAt, openedAt } = connection
  if (reading !== null) {
    if (createdAt < (askedAt ?? 0)) await waitForContract(parts, reading)
    return
  }
  const isOld = createdAt < openedAt || now - createdAt >= priceKeepsForInMs
  const isRead = checkedAt !== null && now - checkedAt < priceKeepsForInMs
  const isAskedInVain = now - (askedAt ?? 0) < pauseAfterVainReadingInMs
  if (isOld && !isRead && !isAskedInVain) await waitForContract(parts, refreshContract(parts, connection))
}
