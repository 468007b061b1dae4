import type { DatabaseSync } from 'node:sqlite'
import type { SavedForm } from '../../shared/form/workspace.ts'
import { parseSavedForm } from './parse-saved-form.ts'

/** `draft` is the form's current content. `sent` is the content that was last sent. */
type FormKind = 'draft' | 'sent'

/** Stores one form of each kind for each capability. Files in a form are paths or library items. */
export type FormStore = {
  readonly save: (kind: FormKind, capability: string, form: SavedForm) => void
  readonly forget: (kind: FormKind, capability: string) => void
  /** Null if the form is missing or unreadable. `keptAt` is the time of saving, in milliseconds since 1970. */
  readonly find: (kind: FormKind, capability: string) => { readonly form: SavedForm; readonly keptAt: number } | null
}

export function createFormStore(database: DatabaseSync, now: () => number): FormStore {
  const upsert = database.prepare('INSERT OR REPLACE INTO forms (kind, capability, form, kept_at) VALUES (?, ?, ?, ?)')
  const remove = database.prepare('DELETE FROM forms WHERE kind = ? AND capability = ?')
  const select = database.prepare('SELECT form, kept_at AS keptAt FROM forms WHERE kind = ? AND capability = ?')

  return {
    save: (kind, capability, form) => {
      upsert.run(kind, capability, JSON.stringify(form), now())
    },
    forget: (kind, capability) => {
      remove.run(kind, capability)
    },
    find: (kind, capability) => {
      const row = select.get(kind, capability)
      const form = row === undefined ? null : parseSavedForm(row['form'])
      return form === null ? null : { form, keptAt: Number(row?.['keptAt']) }
    }
  }
}
