import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { ContractChange } from '../../shared/app/contract-change.ts'

/** Contract changes of each connection, and whether the user has seen them. */
export type ContractChangeStore = {
  readonly add: (connectionId: string, sentences: readonly string[]) => ContractChange
  /** Newest first. */
  readonly list: (connectionId: string) => readonly ContractChange[]
  readonly markSeen: (connectionId: string) => void
}

const mostPerConnection = 100
const sentencesSchema = z.array(z.string())

export function createContractChangeStore(database: DatabaseSync, now: () => number): ContractChangeStore {
  const insert = database.prepare('INSERT INTO contract_changes (connection_id, at, sentences) VALUES (?, ?, ?)')
  const thin = database.prepare(`DELETE FROM contract_changes WHERE connection_id = ?1 AND id NOT IN
    (SELECT id FROM contract_changes WHERE connection_id = ?1 ORDER BY id DESC LIMIT ?2)`)
  const select = database.prepare(
    'SELECT id, at, sentences, is_seen AS isSeen FROM contract_changes WHERE connection_id = ? ORDER BY id DESC'
  )
  const mark = database.prepare('UPDATE contract_changes SET is_seen = 1 WHERE connection_id = ?')

  return {
    add: (connectionId, sentences) => {
      const at = now()
      const { lastInsertRowid } = insert.run(connectionId, at, JSON.stringify(sentences))
      thin.run(connectionId, mostPerConnection)
      return { id: Number(lastInsertRowid), at, sentences, isSeen: false }
    },
    list: (connectionId) =>
      select.all(connectionId).flatMap(({ id, at, sentences, isSeen }) => {
        const read = sentencesSchema.safeParse(JSON.parse(String(sentences)))
        return read.success ? [{ id: Number(id), at: Number(at), sentences: read.data, isSeen: isSeen === 1 }] : []
      }),
    markSeen: (connectionId) => {
      mark.run(connectionId)
    }
  }
}
