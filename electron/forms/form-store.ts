import type { DatabaseSync } from 'node:sqlite'
import type { SavedForm } from '../../shared/form/workspace.ts'
import { parseSavedForm } from './parse-saved-form.ts'

/** `draft` is the form's current content. `sent` is the content that was last sent. */
type FormKind = 'draft' | 'sent'

/** A capability's drafts, in the order of their numbers. `shown` is the draft that the form shows. */
export type SavedDrafts = {
  readonly drafts: readonly { readonly draft: number; readonly form: SavedForm }[]
  readonly shown: number
}

/** Stores the drafts and the last sent form of each capability. Files in a form are paths or library items. */
export type FormStore = {
  /** Saves a form. `draft`: the draft's number. Saving a draft doesn't show it, unless it is the only one. */
  readonly save: (kind: FormKind, capability: string, form: SavedForm, draft?: number) => void
  readonly forget: (kind: FormKind, capability: string, draft?: number) => void
  /**
   * Returns the shown draft or the last sent form. Null if the form is missing or unreadable. `keptAt`: time of saving, in milliseconds
   * since 1970.
   */
  readonly find: (kind: FormKind, capability: string) => { readonly form: SavedForm; readonly keptAt: number } | null
  /** Returns a capability's drafts. Unreadable drafts are omitted. */
  readonly drafts: (capability: string) => SavedDrafts
  readonly showDraft: (capability: string, draft: number) => void
}

const firstDraft = 1

export function createFormStore(database: DatabaseSync, now: () => number): FormStore {
  const upsertSent = database.prepare("INSERT OR REPLACE INTO forms (kind, capability, form, kept_at) VALUES ('sent', ?, ?, ?)")
  const removeSent = database.prepare("DELETE FROM forms WHERE kind = 'sent' AND capability = ?")
  const selectSent = database.prepare("SELECT form, kept_at AS keptAt FROM forms WHERE kind = 'sent' AND capability = ?")
  const upsertDraft = database.prepare(
    'INSERT INTO drafts (capability, draft, form, kept_at, shown) VALUES (?, ?, ?, ?, 0) ' +
      'ON CONFLICT (capability, draft) DO UPDATE SET form = excluded.form, kept_at = excluded.kept_at'
  )
  const removeDraft = database.prepare('DELETE FROM drafts WHERE capability = ? AND draft = ?')
  const selectDrafts = database.prepare('SELECT draft, form, kept_at AS keptAt FROM drafts WHERE capability = ? ORDER BY shown DESC, draft')
  const show = database.prepare(
    'UPDATE drafts SET shown = 1 + (SELECT max(shown) FROM drafts WHERE capability = ?1) WHERE capability = ?1 AND draft = ?2'
  )

  return {
    save: (kind, capability, form, draft = firstDraft) => {
      if (kind === 'sent') upsertSent.run(capability, JSON.stringify(form), now())
      else upsertDraft.run(capability, draft, JSON.stringify(form), now())
    },
    forget: (kind, capability, draft = firstDraft) => {
      if (kind === 'sent') removeSent.run(capability)
      else removeDraft.run(capability, draft)
    },
    find: (kind, capability) => {
      const row = kind === 'sent' ? selectSent.get(capability) : selectDrafts.get(capability)
      const form = row === undefined ? null : parseSavedForm(row['form'])
      return form === null ? null : { form, keptAt: Number(row?.['keptAt']) }
    },
    drafts: (capability) => {
      const read = selectDrafts.all(capability).flatMap((row) => {
        const form = parseSavedForm(row['form'])
        return form === null ? [] : [{ draft: Number(row['draft']), form }]
      })
      return { drafts: read.toSorted((a, b) => a.draft - b.draft), shown: read[0]?.draft ?? firstDraft }
    },
    showDraft: (capability, draft) => {
      show.run(capability, draft)
    }
  }
}
