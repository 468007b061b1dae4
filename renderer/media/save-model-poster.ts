import type { LibraryItem } from '../../shared/library/library.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import { request } from '../bridge/kiln.ts'
import { canDisplayModel, mayBeTextModel } from '../ui/model-lighting.ts'

/** Width and height of the poster in pixels. The main process saves it as a smaller thumbnail. */
const edge = 512
/**
 * Maximum file sizes in bytes. Larger models aren't loaded for a thumbnail. They get their thumbnail when the user opens them. Text formats
 * have a smaller maximum, because they take longer to parse and block the window.
 */
const maxBytes = 64 * 1024 * 1024
const maxBytesOfText = 6 * 1024 * 1024

const asked = new Set<string>()
let last: Promise<unknown> = Promise.resolve()

/**
 * Saves a model's initial view as its thumbnail. Loads one model at a time, and each model at most once per window. Skips the model if
 * `signal` is aborted before its turn. Resolves to false if no thumbnail was saved.
 */
export function saveModelPoster(item: Pick<LibraryItem, 'id' | 'contentType' | 'bytes'>, signal: AbortSignal): Promise<boolean> {
  const turn = last.then(() => (signal.aborted ? false : save(item)))
  last = turn
  return turn
}

async function save({ id, contentType, bytes }: Pick<LibraryItem, 'id' | 'contentType' | 'bytes'>): Promise<boolean> {
  if (asked.has(id) || bytes > (mayBeTextModel(contentType, bytes) ? maxBytesOfText : maxBytes) || !canDisplayModel(contentType, bytes))
    return false
  asked.add(id)
  try {
    const { renderModelImage } = await import('../ui/model-scene.ts')
    const picture = await renderModelImage(mediaPaths.result(id), edge)
    if (picture === null) return false
    const { ok } = await request('library.keepPoster', { id, bytes: new Uint8Array(await picture.arrayBuffer()) })
    return ok
  } catch {
    // The model can't be read, or this computer can't display 3D. The viewer reports this when the user opens the model.
    return false
  }
}
