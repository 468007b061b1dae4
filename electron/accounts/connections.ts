import { z } from 'zod'

/** Connection ID of the practice service. It's fixed because the service's port changes with every start. Stored. Don't rename. */
export const practiceConnectionId = 'practice'

/** An account at a base URL. The key vault stores its key under the same ID. The field names are stored. Don't rename them. */
const connectionRecordSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  baseUrl: z.string(),
  isPractice: z.boolean(),
  /** Milliseconds since 1970. */
  createdAt: z.number()
})
export type ConnectionRecord = z.infer<typeof connectionRecordSchema>

const connectionListSchema = z.object({ activeId: z.string().nullable(), records: z.array(connectionRecordSchema) })
export type ConnectionList = z.infer<typeof connectionListSchema>

/** Storage for the connection list: a section of the settings file. */
export type ConnectionStore = { readonly read: () => unknown; readonly write: (list: ConnectionList) => void }

export type Connections = {
  /** Returns the active connection, which stays active after a restart. Null before the first connection and after a disconnect. */
  readonly active: () => ConnectionRecord | null
  /** Returns all connections except the active one. Tasks may still belong to them. */
  readonly others: () => readonly ConnectionRecord[]
  /**
   * Returns the IDs of the connections at the origin of `baseUrl`, the active connection first. One origin can have several accounts, and
   * an account's path can change. The caller therefore has to find out which of these accounts a key belongs to.
   */
  readonly idsAt: (baseUrl: string) => readonly string[]
  /** Returns an ID for an account that doesn't have a connection yet. */
  readonly newId: () => string
  /** Stores a connection and makes it the active one. */
  readonly activate: (connection: { readonly id: string; readonly baseUrl: string }) => ConnectionRecord
  /** Deactivates the active connection. Its record is kept, because tasks refer to it. */
  readonly deactivate: () => void
}

/** True if the stored list has an active connection. False if the list can't be read. Can be called before `openConnections`. */
export function hasActiveConnection(store: Pick<ConnectionStore, 'read'>): boolean {
  const list = connectionListSchema.safeParse(store.read())
  return list.success && list.data.activeId !== null
}

/**
 * Opens the stored connection list. @throws ZodError if the list can't be read. Starting with an empty list instead could send tasks to the
 * wrong account.
 */
export function openConnections(parts: {
  readonly store: ConnectionStore
  readonly now: () => number
  readonly newId: () => string
}): Connections {
  const { store, now, newId } = parts
  const stored = store.read()
  let list: ConnectionList = stored === undefined ? { activeId: null, records: [] } : connectionListSchema.parse(stored)

  return {
    active: () => list.records.find((record) => record.id === list.activeId) ?? null,
    others: () => list.records.filter((record) => record.id !== list.activeId),
    idsAt: (baseUrl) =>
      list.records
        .filter((record) => !record.isPractice && originOf(record.baseUrl) === originOf(baseUrl))
        .toSorted((one, other) => Number(other.id === list.activeId) - Number(one.id === list.activeId))
        .map(({ id }) => id),
    newId,
    activate: ({ id, baseUrl }) => {
      const isPractice = id === practiceConnectionId
      const before = list.records.find((record) => record.id === id)
      const others = list.records.filter((record) => record.id !== id).map(({ name: taken }) => taken)
      const name = isPractice ? 'Practice service' : nameAmong(others, new URL(baseUrl).host)
      const record = before === undefined ? { id, name, baseUrl, isPractice, createdAt: now() } : { ...before, name, baseUrl }
      write({ activeId: id, records: [...list.records.filter((other) => other.id !== id), record] })
      return record
    },
    deactivate: () => write({ ...list, activeId: null })
  }

  function write(changed: ConnectionList): void {
    store.write(changed)
    list = changed
  }
}

/** Returns the host as the connection's name. Adds a number if the name is taken, because one host can have several accounts. */
function nameAmong(others: readonly string[], host: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? host : `${host} (${number})`
    if (!others.includes(name)) return name
  }
}

function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin
}
