import type { FacePick } from '../../shared/task/faces.ts'
import type { Value } from '../../shared/form/values.ts'
import { request } from '../bridge/kiln.ts'

/**
 * A face selection that the user hasn't sent. `picks` is null if no picks were saved. `typed` holds the texts of a `FaceForm` by field
 * name.
 */
export type FaceDraft = { readonly picks: readonly FacePick[] | null; readonly typed: { readonly [name: string]: string } }

export const emptyFaceDraft: FaceDraft = { picks: null, typed: {} }

/**
 * Returns the name under which main saves the selection with the form drafts. The selection therefore survives leaving the view and
 * restarting Kiln.
 */
const nameOf = (taskId: string): string => `faces:${taskId}`

export async function openFaceDraft(taskId: string): Promise<FaceDraft> {
  const outcome = await request('workspace.openDraft', { capability: nameOf(taskId) })
  return outcome.ok && outcome.value !== null ? parseFaceDraft(outcome.value.form.values['choice']) : emptyFaceDraft
}

export function saveFaceDraft(taskId: string, draft: FaceDraft): void {
  const values = { choice: serializeFaceDraft(draft) }
  void request('workspace.saveDraft', { capability: nameOf(taskId), form: { values, modeId: null, keptSeeds: [], left: [] } })
}

export function deleteFaceDraft(taskId: string): void {
  void request('workspace.saveDraft', { capability: nameOf(taskId), form: null })
}

/**
 * Converts a draft to the stored format. The property names must not change, because saved drafts use them. `typed` becomes a list. As an
 * object, it would be read as a file reference if it had a `file` property.
 */
export function serializeFaceDraft({ picks, typed }: FaceDraft): Value {
  return {
    picks: picks === null ? null : picks.map(({ faceId, reference }) => [faceId, reference]),
    typed: Object.entries(typed).map(([name, text]) => [name, text])
  }
}

/** Parses a stored draft. Skips entries that can't be read. */
export function parseFaceDraft(value: Value | undefined): FaceDraft {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return emptyFaceDraft
  const { picks, typed } = value as { readonly [name: string]: Value }
  return {
    picks: Array.isArray(picks)
      ? picks.flatMap((pair) => {
          const [faceId, reference] = Array.isArray(pair) ? pair : []
          return typeof faceId === 'string' && typeof reference === 'number' ? [{ faceId, reference }] : []
        })
      : null,
    typed: Object.fromEntries(
      (Array.isArray(typed) ? typed : []).flatMap((pair) => {
        const [name, text] = Array.isArray(pair) ? pair : []
        return typeof name === 'string' && typeof text === 'string' ? [[name, text]] : []
      })
    )
  }
}
