import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { ContractChange } from '../../shared/app/contract-change.ts'
import { type ContractDifference, contractDifferenceSchema } from '../../shared/app/contract-difference.ts'

/** Contract changes of each connection, and whether the user has seen them. */
export type ContractChangeStore = {
  readonly add: (connectionId: string, differences: readonly ContractDifference[]) => ContractChange
  /** Returns a connection's changes, newest first. */
  readonly list: (connectionId: string) => readonly ContractChange[]
  readonly markSeen: (connectionId: string) => void
}

const mostPerConnection = 100
const differencesSchema = z.array(contractDifferenceSchema)

export function createContractChangeStore(database: DatabaseSync, now: () => number): ContractChangeStore {
  const insert = database.prepare('INSERT INTO contract_changes (connection_id, at, differences) VALUES (?, ?, ?)')
  const thin = database.prepare(`DELETE FROM contract_changes WHERE connection_id = ?1 AND id NOT IN
    (SELECT id FROM contract_changes WHERE connection_id = ?1 ORDER BY id DESC LIMIT ?2)`)
  const select = database.prepare(
    'SELECT id, at, differences, is_seen AS isSeen FROM contract_changes WHERE connection_id = ? ORDER BY id DESC'
  )
  const mark = database.prepare('UPDATE contract_changes SET is_seen = 1 WHERE connection_id = ?')

  return {
    add: (connectionId, differences) => {
      const at = now()
      const { lastInsertRowid } = insert.run(connectionId, at, JSON.stringify(differences))
      thin.run(connectionId, mostPerConnection)
      return { id: Number(lastInsertRowid), at, differences, isSeen: false }
    },
    list: (connectionId) =>
      select.all(connectionId).flatMap(({ id, at, differences, isSeen }) => {
        const read = differencesSchema.safeParse(JSON.parse(String(differences)))
        return read.success ? [{ id: Number(id), at: Number(at), differences: read.data, isSeen: isSeen === 1 }] : []
      }),
    markSeen: (connectionId) => {
      mark.run(connectionId)
    }
  }
}
