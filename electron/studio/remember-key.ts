import { reportDefect } from './report-defect.ts'
import type { OpenConnection } from './connection-pool.ts'
import type { StudioParts } from './studio-parts.ts'

export type KeyDependencies = Pick<StudioParts, 'backgroundWork' | 'knownKeys' | 'state'>

/** Remembers the key that the service has just accepted, unless it may belong to another account. A mistyped key is never remembered. */
export function noteAcceptedKey(parts: KeyDependencies & Pick<StudioParts, 'engine'>, connection: OpenConnection): void {
  if (!connection.isKeyKnown && parts.engine.gate(connection.id).hold !== 'account-changed') rememberKeyOf(parts, connection)
}

/** Links the connection's key to its account, in the background. */
export function rememberKeyOf({ state, backgroundWork, knownKeys }: KeyDependencies, connection: OpenConnection): void {
  if (state.closing !== null) return
  connection.isKeyKnown = true
  const remembering = knownKeys
    .remember(connection.id, connection.apiKey)
    .catch(reportDefect)
    .finally(() => backgroundWork.delete(remembering))
  backgroundWork.add(remembering)
}
