import { z } from 'zod'

/** Tasks of the practice service remember this id; its address changes with every start. Stored; do not rename. */
export const practiceConnectionId = 'practice'

/** An account at an address. Its key lies in the vault under the same id. Stored; do not rename. */
const connectionRecordSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  baseUrl: z.string(),
  isPractice: z.boolean(),
  /** Milliseconds since 1970. */
  createdAt: z.number()
})
export type ConnectionRecord = z.infer<typeof connectionRecordSchema>

const connectionBookSchema = z.object({ activeId: z.string().nullable(), records: z.array(connectionRecordSchema) })
export type ConnectionBook = z.infer<typeof connectionBookSchema>

/** Where the records lie: a section of the settings file. */
export type ConnectionShelf = { readonly read: () => unknown; readonly write: (book: ConnectionBook) => void }

export type Connections = {
  /** The one that is in use, or was when Kiln was closed; null before the first and after a disconnect. */
  readonly active: () => ConnectionRecord | null
  /** Those besides the active one, which tasks may still belong to. */
  readonly others: () => readonly ConnectionRecord[]
  /**
   * The connections of the service at an address, the active one first. One origin can have several accounts, and one account can move to
   * another path: which of them a key belongs to has to be found out.
   */
  readonly idsAt: (baseUrl: string) => readonly string[]
  /** For an account that no connection has yet. */
  readonly newId: () => string
  /** Writes a connection down and makes it the active one. */
  readonly activate: (connection: { readonly id: string; readonly baseUrl: string }) => ConnectionRecord
  /** No connection is active from now on; the record stays, since tasks remember it. */
  readonly deactivate: () => void
}

/** Whether one is in use by what lies on the shelf, before it is opened. What can't be read is none. */
export function isConnected(shelf: Pick<ConnectionShelf, 'read'>): boolean {
  const book = connectionBookSchema.safeParse(shelf.read())
  return book.success && book.data.activeId !== null
}

/** @throws ZodError when the records on the shelf can't be read: without them tasks could be sent to the wrong account. */
export function openConnections(parts: {
  readonly shelf: ConnectionShelf
  readonly now: () => number
  readonly newId: () => string
}): Connections {
  const { shelf, now, newId } = parts
  const stored = shelf.read()
  let book: ConnectionBook = stored === undefined ? { activeId: null, records: [] } : connectionBookSchema.parse(stored)

  return {
    active: () => book.records.find((record) => record.id === book.activeId) ?? null,
    others: () => book.records.filter((record) => record.id !== book.activeId),
    idsAt: (baseUrl) =>
      book.records
        .filter((record) => !record.isPractice && originOf(record.baseUrl) === originOf(baseUrl))
        .toSorted((one, other) => Number(other.id === book.activeId) - Number(one.id === book.activeId))
        .map(({ id }) => id),
    newId,
    activate: ({ id, baseUrl }) => {
      const isPractice = id === practiceConnectionId
      const before = book.records.find((record) => record.id === id)
      const others = book.records.filter((record) => record.id !== id).map(({ name: taken }) => taken)
      const name = isPractice ? 'Practice service' : nameAmong(others, new URL(baseUrl).host)
      const record = before === undefined ? { id, name, baseUrl, isPractice, createdAt: now() } : { ...before, name, baseUrl }
      write({ activeId: id, records: [...book.records.filter((other) => other.id !== id), record] })
      return record
    },
    deactivate: () => write({ ...book, activeId: null })
  }

  function write(changed: ConnectionBook): void {
    shelf.write(changed)
    book = changed
  }
}

/** Several accounts can be at one host. */
function nameAmong(others: readonly string[], host: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? host : `${host} (${number})`
    if (!others.includes(name)) return name
  }
}

function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin
}
