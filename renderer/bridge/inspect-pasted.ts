import type { DraftMedia } from '../../shared/media-facts.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { inspectFile, request } from './kiln.ts'

/** Looks into something that was pasted. A copied file is looked into where it is; a screenshot is no file yet, and main keeps it as one. */
export async function inspectPasted(pasted: File): Promise<Outcome<DraftMedia>> {
  const outcome = await inspectFile(pasted)
  if (outcome.ok || !pasted.type.startsWith('image/')) return outcome
  const bytes = await pasted.arrayBuffer().catch(() => null)
  return bytes === null ? outcome : request('media.keep', { bytes: new Uint8Array(bytes) })
}
