import type { DatabaseSync } from 'node:sqlite'
import type { KeptForm } from '../../shared/desk.ts'
import { readForm } from './read-form.ts'

/** `draft`: as the form stands. `sent`: as it was when it was last sent. */
type FormKind = 'draft' | 'sent'

/** One form of each kind for each capability. Files in them are paths or items of the library. */
export type KeptForms = {
  readonly keep: (kind: FormKind, capability: string, form: KeptForm) => void
  readonly forget: (kind: FormKind, capability: string) => void
  /** Null: there is none, or none that can be read. Milliseconds since 1970. */
  readonly find: (kind: FormKind, capability: string) => { readonly form: KeptForm; readonly keptAt: number } | null
}

export function createKeptForms(database: DatabaseSync, now: () => number): KeptForms {
  const upsert = database.prepare('INSERT OR REPLACE INTO forms (kind, capability, form, kept_at) VALUES (?, ?, ?, ?)')
  const remove = database.prepare('DELETE FROM forms WHERE kind = ? AND capability = ?')
  const select = database.prepare('SELECT form, kept_at AS keptAt FROM forms WHERE kind = ? AND capability = ?')

  return {
    keep: (kind, capability, form) => {
      upsert.run(kind, capability, JSON.stringify(form), now())
    },
    forget: (kind, capability) => {
      remove.run(kind, capability)
    },
    find: (kind, capability) => {
      const row = select.get(kind, capability)
      const form = row === undefined ? null : readForm(row['form'])
      return form === null ? null : { form, keptAt: Number(row?.['keptAt']) }
    }
  }
}
