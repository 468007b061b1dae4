import type { Capability } from '../../shared/form/capability.ts'
import type { Discovery } from '../contract/create-discovery.ts'
import type { ServiceClient, ToolClient } from '../tasks/ports.ts'

/** An open connection with its client and the capabilities of its service. */
export type OpenConnection = {
  readonly id: string
  readonly baseUrl: string
  readonly client: ServiceClient
  /** Links this key to the account. Called only after the service accepted the key, so that a mistyped key is never linked. */
  readonly rememberKey: () => Promise<void>
  isKeyKnown: boolean
  readonly hasKey: (apiKey: string) => boolean
  /** The MCP client. Opened on first use. */
  readonly tools: ToolClient
  /** Whether MCP has been queried for data that is missing from the catalog and the API definition. */
  hasAskedTools: boolean
  readonly discovery: Discovery
  /** When the contract was last requested and last received, in milliseconds since 1970. Null if never. */
  askedAt: number | null
  checkedAt: number | null
  readonly openedAt: number
  /** The contract load in progress. */
  reading: Promise<unknown> | null
}

/** The open connections by ID. `activeId`: null if no account is active. */
export type ConnectionPool = { readonly open: Map<string, OpenConnection>; activeId: string | null }

export function activeConnection({ open, activeId }: ConnectionPool): OpenConnection | null {
  return activeId === null ? null : (open.get(activeId) ?? null)
}

/** False if the connection was closed, or replaced by a new one with the same ID. */
export function isOpen({ open }: ConnectionPool, connection: OpenConnection): boolean {
  return open.get(connection.id) === connection
}

/** Returns the capability as the connection's service offers it now. Null if the service doesn't offer it. */
export function capabilityOf({ open }: ConnectionPool, capability: string, connectionId: string): Capability | null {
  return (
    open
      .get(connectionId)
      ?.discovery.current()
      .find((one) => one.id === capability) ?? null
  )
}
