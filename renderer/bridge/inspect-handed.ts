import type { DraftMedia } from '../../shared/media-facts.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { say } from '../../shared/words/say.ts'
import { inspectFile, request } from './kiln.ts'

/**
 * Looks into what was dropped or pasted. A file is looked into where it is; a screenshot, or a picture dragged out of another program, is no
 * file yet, and main keeps it as one.
 */
export async function inspectHanded(handed: File): Promise<Outcome<DraftMedia>> {
  const outcome = await inspectFile(handed)
  if (outcome.ok || !/^(?:image|video|audio|model)\//.test(handed.type)) return outcome
  return keepMade(handed, null)
}

/** Gives main what the page made itself: a recording, a mask. `stem` is its name without an ending; null: by the time. */
export async function keepMade(made: Blob, stem: string | null): Promise<Outcome<DraftMedia>> {
  const bytes = await made.arrayBuffer().catch(() => null)
  if (bytes !== null) return request('media.keep', { bytes: new Uint8Array(bytes), stem })
  return { ok: false, message: say('That could not be read.'), advice: say('Try it once more.'), requestId: null, problems: [] }
}
