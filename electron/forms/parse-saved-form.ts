import type { SavedForm } from '../../shared/form/workspace.ts'
import { savedFormSchema } from '../../shared/form/workspace.ts'

/** Parses a saved form. Null if `json` isn't a valid form. */
export function parseSavedForm(json: unknown): SavedForm | null {
  try {
    return savedFormSchema.parse(JSON.parse(String(json)))
  } catch {
    return null
  }
}
