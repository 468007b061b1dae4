import type { ContractChangeLog } from '../../shared/app/contract-change.ts'
import type { Capability } from '../../shared/form/capability.ts'
import { kept, runInEnglish } from '../../shared/i18n/say.ts'
import { describeContractChanges } from '../contract/describe-contract-changes.ts'
import { activeConnection } from './connection-pool.ts'
import { publish } from './studio-event.ts'
import type { StudioParts } from './studio-parts.ts'

/** Maximum number of messages saved for one contract change. Further messages are only counted. */
const mostSentences = 200

/** Saves the differences between two contract versions, and publishes them if the connection's account is active. */
export function recordContractChange(
  { workspace, connections, listeners }: Pick<StudioParts, 'workspace' | 'connections' | 'listeners'>,
  connectionId: string,
  before: readonly Capability[],
  after: readonly Capability[]
): void {
  const all = runInEnglish(() => describeContractChanges(before, after))
  if (all.length === 0) return
  const rest = all.length - mostSentences
  const sentences =
    rest <= 0
      ? all
      : [...all.slice(0, mostSentences), kept('{count, plural, one {# more change} other {# more changes}}.', { count: rest })]
  const change = workspace.rememberChange(connectionId, sentences)
  if (connectionId === connections.activeId) publish(listeners, { kind: 'contract-change', change })
}

/** Changes in the active account's contract, and the time of the last check. */
export function activeContractChanges({ workspace, connections }: Pick<StudioParts, 'workspace' | 'connections'>): ContractChangeLog {
  const connection = activeConnection(connections)
  if (connection === null) return { checkedAt: null, changes: [] }
  return { checkedAt: connection.checkedAt, changes: workspace.contractChanges.list(connection.id) }
}
