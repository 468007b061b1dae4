import type { LocalMedia } from '../../shared/form/media-facts.ts'
import type { FileTokenReference, ItemReference } from '../../shared/form/values.ts'
import type { Outcome } from '../../shared/ipc/outcome.ts'
import { say } from '../../shared/i18n/say.ts'
import { inspectFile, request } from '../bridge/kiln.ts'

/**
 * Inspects a dropped or pasted file. A screenshot, or an image dragged from another app, isn't a file on disk. Main saves it to disk first.
 */
export async function inspectOrSaveFile(handed: File): Promise<Outcome<LocalMedia>> {
  const outcome = await inspectFile(handed)
  if (outcome.ok || !/^(?:image|video|audio|model)\//.test(handed.type)) return outcome
  return saveCreatedFile(handed, null)
}

/**
 * Sends main the media that the page created, such as a recording or a mask. Main saves the media as a file. `stem` is the file name
 * without its extension, or null to use a timestamp. `frameOf` is the video that an image was captured from.
 */
export async function saveCreatedFile(
  made: Blob,
  stem: string | null,
  frameOf?: FileTokenReference | ItemReference
): Promise<Outcome<LocalMedia>> {
  const bytes = await made.arrayBuffer().catch(() => null)
  if (bytes !== null) return request('media.keep', { bytes: new Uint8Array(bytes), stem, ...(frameOf !== undefined && { frameOf }) })
  return { ok: false, message: say('The file couldn’t be read.'), advice: say('Try again.'), requestId: null, problems: [] }
}
