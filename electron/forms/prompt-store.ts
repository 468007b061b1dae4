import type { DatabaseSync } from 'node:sqlite'
import type { PromptEntry } from '../../shared/form/workspace.ts'

/** The 2,000 prompts that were sent last, for all capabilities, without duplicates. */
export type PromptStore = {
  readonly remember: (text: string, capability: string) => void
  /** Returns prompts that contain every word of `search`, in any order and any case. The newest come first. */
  readonly find: (search: string, limit: number) => readonly PromptEntry[]
  /** Removes a prompt. It can be restored until Kiln is reopened. */
  readonly remove: (id: number) => void
  readonly restore: (id: number) => void
}

const mostPrompts = 2_000
/** Maximum length of a remembered prompt, in UTF-16 code units. Longer texts aren't useful in a list. */
const mostCharacters = 50_000

export function createPromptStore(database: DatabaseSync, now: () => number): PromptStore {
  database.exec('DELETE FROM prompts WHERE removed_at IS NOT NULL')
  const upsert = database.prepare(`INSERT INTO prompts (text, capability, used_at) VALUES (?, ?, ?)
    ON CONFLICT (text) DO UPDATE SET capability = excluded.capability, used_at = excluded.used_at, removed_at = NULL`)
  const thin = database.prepare('DELETE FROM prompts WHERE id NOT IN (SELECT id FROM prompts ORDER BY used_at DESC, id DESC LIMIT ?)')
  const select = database.prepare(
    'SELECT id, text, capability, used_at AS usedAt FROM prompts WHERE removed_at IS NULL ORDER BY used_at DESC, id DESC'
  )
  const mark = database.prepare('UPDATE prompts SET removed_at = ? WHERE id = ?')

  return {
    remember: (text, capability) => {
      if (text.trim() === '' || text.length > mostCharacters) return
      upsert.run(text, capability, now())
      thin.run(mostPrompts)
    },
    find: (search, limit) => {
      const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
      const found: PromptEntry[] = []
      for (const { id, text, capability, usedAt } of select.iterate()) {
        if (found.length >= limit) break
        const lower = String(text).toLocaleLowerCase()
        if (words.every((word) => lower.includes(word)))
          found.push({ id: Number(id), text: String(text), capability: String(capability), usedAt: Number(usedAt) })
      }
      return found
    },
    remove: (id) => {
      mark.run(now(), id)
    },
    restore: (id) => {
      mark.run(null, id)
    }
  }
}
