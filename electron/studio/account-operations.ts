import type { ConnectionTestResult } from '../../shared/app/connection.ts'
import type { AccountMatch, ServiceConnection, ServiceCredentials } from '../accounts/ports.ts'
import { connectionError } from '../accounts/connection-error.ts'
import { joinCapabilities } from '../contract/join-capabilities.ts'
import { readCatalog } from '../contract/read-catalog.ts'
import { readOpenapi } from '../contract/read-openapi.ts'
import { accountView } from './account-view.ts'
import { activeConnection } from './connection-pool.ts'
import { findAccount } from './find-account.ts'
import {
  activateConnection,
  type ActivateDependencies,
  closeConnection,
  followConnection,
  openConnection,
  type OpenDependencies
} from './open-connection.ts'
import { openServiceConnection, type ServiceDependencies } from './open-service-connection.ts'
import { rememberKeyOf } from './remember-key.ts'
import { publishStudioEvent, type StudioAccount } from './studio-event.ts'

type AccountDependencies = ActivateDependencies & OpenDependencies & ServiceDependencies

/** Operations that connect and test accounts. */
export type AccountOperations = {
  readonly account: () => StudioAccount
  /** Parses a base URL and an API key, and opens their clients. Sends nothing. @throws UserFacingError with the field to fix. */
  readonly openService: (credentials: ServiceCredentials) => ServiceConnection
  /** Tests a base URL and API key by loading the catalogue. Doesn't save them. @throws UserFacingError if the catalogue can't be loaded. */
  readonly test: (service: ServiceConnection, signal?: AbortSignal) => Promise<ConnectionTestResult>
  /** Determines which of `candidates` the API key belongs to, from earlier keys and recent tasks. Doesn't cost credits. */
  readonly accountOf: (service: ServiceConnection, candidates: readonly string[], signal?: AbortSignal) => Promise<AccountMatch>
  /**
   * Resumes the active connection's tasks with its new API key. The user has confirmed that the key belongs to the same account. Does
   * nothing unless `account().hold` is `account-changed`.
   */
  readonly confirmSameAccount: () => void
  /** Connects an account and makes it active. Also replaces a connection's API key or base URL. Tasks on hold resume automatically. */
  readonly connect: (connectionId: string, service: ServiceConnection) => Promise<void>
  /** Connects another account, so that its tasks are checked until they end. Doesn't change the active account. */
  readonly follow: (connectionId: string, service: ServiceConnection) => Promise<void>
  /** Disconnects the active account and removes its API key from memory. Its tasks are no longer checked, and its unsent tasks wait. */
  readonly disconnect: () => Promise<void>
  /** Disconnects an inactive account. Its tasks are no longer checked, and its unsent tasks wait. */
  readonly unfollow: (connectionId: string) => void
}

export function accountOperations(parts: AccountDependencies): AccountOperations {
  const { connections, engine, listeners } = parts
  return {
    account: () => accountView(parts),
    openService: (credentials) => openServiceConnection(parts, credentials),
    test: testConnection,
    accountOf: (service, candidates, signal) => findAccount(parts, service, candidates, signal),
    confirmSameAccount: () => {
      const connection = activeConnection(connections)
      if (connection === null || engine.gate(connection.id).hold !== 'account-changed') return
      engine.trustAccount(connection.id)
      rememberKeyOf(parts, connection)
    },
    connect: async (id, service) => activateConnection(parts, await openConnection(parts, id, service)),
    follow: async (id, service) => followConnection(parts, await openConnection(parts, id, service)),
    unfollow: (connectionId) => closeConnection(parts, connectionId),
    disconnect: async () => {
      const connection = activeConnection(connections)
      connections.activeId = null
      if (connection === null) return
      closeConnection(parts, connection.id)
      publishStudioEvent(listeners, { kind: 'account', account: accountView(parts) })
    }
  }
}

async function testConnection({ client }: ServiceConnection, signal?: AbortSignal): Promise<ConnectionTestResult> {
  const call = signal === undefined ? {} : { signal }
  const [catalog, openapi] = await Promise.all([client.catalog(call), client.openapi(call)])
  if (!catalog.ok) throw connectionError(catalog.fault)
  const found = joinCapabilities({
    catalog: readCatalog(catalog.value),
    openapi: openapi.ok ? readOpenapi(openapi.value) : null,
    floor: []
  })
  return { capabilities: found.length, categories: new Set(found.map((one) => one.category)).size }
}
