import { join } from 'node:path'
import { createDiscovery } from '../contract/create-discovery.ts'
import { openToolClient } from '../service/mcp/open-tool-client.ts'
import { backoffInMs } from '../tasks/machine/poll-schedule.ts'
import type { OpenConnection } from './connection-pool.ts'
import { recordContractChange } from './contract-changes.ts'
import { openAccountClient } from './open-account-client.ts'
import { refreshContract, type RefreshDependencies, waitForContract } from './refresh-contract.ts'
import { publish } from './studio-event.ts'
import type { ConnectionOptions } from './studio-options.ts'
import type { StudioParts } from './studio-parts.ts'

export type OpenDependencies = Pick<
  StudioParts,
  | 'clock'
  | 'connections'
  | 'dataDir'
  | 'engine'
  | 'http'
  | 'journal'
  | 'knownKeys'
  | 'listeners'
  | 'options'
  | 'state'
  | 'timeScale'
  | 'workspace'
>

export type ActivateDependencies = RefreshDependencies & Pick<StudioParts, 'reconciler'>

/** Maximum delay between attempts to reach a missing MCP endpoint. The service may have enabled the endpoint since the last attempt. */
const longestPauseOfToolsInMs = 10 * 60_000

/** Opens a connection for an account's tasks. Doesn't change the active account. */
export async function openConnection(parts: OpenDependencies, connection: ConnectionOptions): Promise<OpenConnection> {
  const { clock, connections, dataDir, engine, http, journal, knownKeys, timeScale } = parts
  const id = connection.id ?? 'default'
  const { baseUrl, apiKey, client } = openAccountClient(parts, connection)
  const tools = openToolClient({
    baseUrl,
    apiKey,
    http,
    clock,
    pauseInMs: (failures) => backoffInMs(failures, Math.random(), longestPauseOfToolsInMs) * timeScale
  })
  const replaced = connections.open.get(id)
  // A key that is still being saved already counts as known.
  const keyState = replaced?.isKeyKnown === true ? (replaced.hasKey(apiKey) ? 'same' : 'other') : await knownKeys.compare(id, apiKey)
  const rememberKey = (): Promise<void> => knownKeys.remember(id, apiKey)
  const isAccountUncertain = keyState === 'other' && hasTasks(parts, id)
  const discovery = await createDiscovery({
    cacheDir: join(dataDir, 'contracts'),
    connectionId: id,
    onMoved: (earlier, now) => recordContractChange(parts, id, earlier, now)
  })
  const opened: OpenConnection = {
    id,
    baseUrl,
    client,
    rememberKey,
    isKeyKnown: keyState === 'same',
    hasKey: (key) => key === apiKey,
    tools,
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
  publish(listeners, { kind: 'capabilities', capabilities: opened.discovery.current() })
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

/** True if the connection has tasks, also before the engine has started. */
export function hasTasks({ engine, state }: Pick<StudioParts, 'engine' | 'state'>, connectionId: string): boolean {
  return engine.tasks.countOf(connectionId) > 0 || state.stored.some((record) => record.connectionId === connectionId)
}
