import type { KeptForm } from '../../shared/desk.ts'
import { keptFormSchema } from '../../shared/desk.ts'

/** A form from its row; null for one that can't be read. */
export function readForm(json: unknown): KeptForm | null {
  try {
    return keptFormSchema.parse(JSON.parse(String(json)))
  } catch {
    return null
  }
}
