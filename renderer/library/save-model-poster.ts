import type { LibraryItem } from '../../shared/library.ts'
import { mediaPaths } from '../../shared/media-paths.ts'
import { request } from '../bridge/kiln.ts'
import { canBeDrawn, mayBeText } from '../ui/model-lighting.ts'

/** Width and height of the poster in pixels. Thumbnails are smaller. */
const edge = 512
/**
 * A larger model isn't read only for a thumbnail. It gets one when the user opens it. Text formats have a lower limit, because reading them
 * takes longer and blocks the window.
 */
const maxBytes = 64 * 1024 * 1024
const maxBytesOfText = 6 * 1024 * 1024

const asked = new Set<string>()
let last: Promise<unknown> = Promise.resolve()

/**
 * Saves a model's initial view as its thumbnail. Reads one model at a time, and each model once per window. Skips tiles that are gone.
 * Resolves to false if no thumbnail was saved.
 */
export function saveModelPoster(item: Pick<LibraryItem, 'id' | 'contentType' | 'bytes'>, signal: AbortSignal): Promise<boolean> {
  const turn = last.then(() => (signal.aborted ? false : save(item)))
  last = turn
  return turn
}

async function save({ id, contentType, bytes }: Pick<LibraryItem, 'id' | 'contentType' | 'bytes'>): Promise<boolean> {
  if (asked.has(id) || bytes > (mayBeText(contentType, bytes) ? maxBytesOfText : maxBytes) || !canBeDrawn(contentType, bytes)) return false
  asked.add(id)
  try {
    const { drawModel } = await import('../ui/model-scene.ts')
    const picture = await drawModel(mediaPaths.result(id), edge)
    if (picture === null) return false
    const { ok } = await request('library.keepPoster', { id, bytes: new Uint8Array(await picture.arrayBuffer()) })
    return ok
  } catch {
    // The model can't be read, or this machine can't draw in 3D. The viewer reports this when the model is opened.
    return false
  }
}
