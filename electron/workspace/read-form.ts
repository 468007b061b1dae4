import type { SavedForm } from '../../shared/workspace.ts'
import { savedFormSchema } from '../../shared/workspace.ts'

/** Reads a form from its row. Null if it can't be read. */
export function readForm(json: unknown): SavedForm | null {
  try {
    return savedFormSchema.parse(JSON.parse(String(json)))
  } catch {
    return null
  }
}
