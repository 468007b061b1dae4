import type { Capability } from '../../shared/form/capability.ts'
import type { ServiceConnection } from '../accounts/ports.ts'
import type { Discovery } from '../contract/create-discovery.ts'

/** An open connection with its service's capabilities. */
export type OpenConnection = ServiceConnection & {
  readonly id: string
  /** True if the key is linked to the account. Also true while the link is being saved. */
  isKeyKnown: boolean
  /** True if MCP has been queried for data that the catalogue and the API definition lack. */
  hasAskedTools: boolean
  readonly discovery: Discovery
  /** When the contract was last requested and last received, in milliseconds since 1970. Null if never. */
  askedAt: number | null
  checkedAt: number | null
  readonly openedAt: number
  /** The contract load in progress. Null if the contract isn't being loaded. */
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
