import { join } from 'node:path'
import type { ServiceConnection } from '../accounts/ports.ts'
import { createDiscovery } from '../contract/create-discovery.ts'
import type { OpenConnection } from './connection-pool.ts'
import { recordContractChange } from './contract-changes.ts'
import { refreshContract, type RefreshDependencies, waitForContract } from './refresh-contract.ts'
import { publishStudioEvent } from './studio-event.ts'
import type { StudioParts } from './studio-parts.ts'

export type OpenDependencies = Pick<
  StudioParts,
  'clock' | 'connections' | 'dataDir' | 'engine' | 'journal' | 'knownKeys' | 'listeners' | 'state' | 'workspace'
>

export type ActivateDependencies = RefreshDependencies & Pick<StudioParts, 'reconciler'>

/** Opens a connection for an account's tasks. Doesn't change the active account. */
export async function openConnection(parts: OpenDependencies, id: string, service: ServiceConnection): Promise<OpenConnection> {
  const { clock, connections, dataDir, engine, journal, knownKeys } = parts
  const { apiKey, baseUrl } = service
  const replaced = connections.open.get(id)
  // A key that is still being saved already counts as known.
  const isSameKey = replaced?.apiKey.reveal() === apiKey.reveal()
  const keyState = replaced?.isKeyKnown === true ? (isSameKey ? 'same' : 'other') : await knownKeys.compare(id, apiKey)
  const isAccountUncertain = keyState === 'other' && hasTasks(parts, id)
  const discovery = await createDiscovery({
    cacheDir: join(dataDir, 'contracts'),
    connectionId: id,
    onMoved: (earlier, now) => recordContractChange(parts, id, earlier, now)
  })
  const opened: OpenConnection = {
    ...service,
    id,
    isKeyKnown: keyState === 'same',
    hasAskedTools: false,
    discovery,
    askedAt: null,
    checkedAt: null,
    openedAt: clock.now(),
    reading: null
  }
  // Uploads that were made with the previous base URL may be invalid with the new one.
  const before = connections.open.get(id)
  if (before !== undefined && before.baseUrl !== baseUrl) journal.forgetUploads(id)
  void before?.tools.close()
  connections.open.set(id, opened)
  if (isAccountUncertain) engine.suspendAccount(id)
  else engine.trustAccount(id)
  return opened
}

/** Makes the connection's account active, and loads its contract. */
export function activateConnection(parts: ActivateDependencies, opened: OpenConnection): void {
  const { connections, engine, listeners, reconciler, state } = parts
  connections.activeId = opened.id
  // The app opens with the cached contract and refreshes it in the background. Only the very first start has to wait.
  const reading = refreshContract(parts, opened)
  state.firstReading = opened.discovery.hasCache() ? Promise.resolve() : waitForContract(parts, reading)
  engine.releaseHold(opened.id)
  void reconciler.reconcile()
  publishStudioEvent(listeners, { kind: 'capabilities', capabilities: opened.discovery.current() })
}

/** Loads the contract of an account that isn't active, and resumes its tasks. */
export function followConnection(parts: RefreshDependencies, opened: OpenConnection): void {
  void refreshContract(parts, opened)
  parts.engine.releaseHold(opened.id)
}

export function closeConnection({ connections, engine }: Pick<StudioParts, 'connections' | 'engine'>, connectionId: string): void {
  void connections.open.get(connectionId)?.tools.close()
  connections.open.delete(connectionId)
  engine.detachConnection(connectionId)
}

/** True if the connection has tasks. Can be called before the engine has started. */
export function hasTasks({ engine, state }: Pick<StudioParts, 'engine' | 'state'>, connectionId: string): boolean {
  return engine.tasks.countOf(connectionId) > 0 || state.stored.some((record) => record.connectionId === connectionId)
}
