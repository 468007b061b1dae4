import type { ContractChangeLog } from '../../shared/app/contract-change.ts'
import type { ContractDifference } from '../../shared/app/contract-difference.ts'
import type { Capability } from '../../shared/form/capability.ts'
import { describeContractChanges } from '../contract/describe-contract-changes.ts'
import { activeConnection } from './connection-pool.ts'
import { publishStudioEvent } from './studio-event.ts'
import type { StudioParts } from './studio-parts.ts'

/** Maximum number of differences saved for one contract change. Further differences are only counted. */
const mostDifferences = 200

/** Saves the differences between two contract versions, and publishes them if the connection's account is active. */
export function recordContractChange(
  { workspace, connections, listeners }: Pick<StudioParts, 'workspace' | 'connections' | 'listeners'>,
  connectionId: string,
  before: readonly Capability[],
  after: readonly Capability[]
): void {
  const all = describeContractChanges(before, after)
  if (all.length === 0) return
  const rest = all.length - mostDifferences
  const more: readonly ContractDifference[] = rest > 0 ? [{ code: 'more-changes', params: { count: rest } }] : []
  const change = workspace.rememberChange(connectionId, [...all.slice(0, mostDifferences), ...more])
  if (connectionId === connections.activeId) publishStudioEvent(listeners, { kind: 'contract-change', change })
}

/** Returns the changes in the active account's contract, and the time of the last check. Empty if no account is active. */
export function activeContractChanges({ workspace, connections }: Pick<StudioParts, 'workspace' | 'connections'>): ContractChangeLog {
  const connection = activeConnection(connections)
  if (connection === null) return { checkedAt: null, changes: [] }
  return { checkedAt: connection.checkedAt, changes: workspace.contractChanges.list(connection.id) }
}
