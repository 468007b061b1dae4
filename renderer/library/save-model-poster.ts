import type { LibraryItem } from '../../shared/library.ts'
import { mediaPaths } from '../../shared/media-paths.ts'
import { request } from '../bridge/kiln.ts'
import { canBeDrawn, mayBeText } from '../ui/model-lighting.ts'

/** Width and height in pixels. Thumbnails are smaller. */
const edge = 512
/**
 * A larger model isn't read just for a thumbnail: it gets one when it is opened. Text formats take longer to read and block the window
 * meanwhile.
 */
const maxBytes = 64 * 1024 * 1024
const maxBytesOfText = 6 * 1024 * 1024

const asked = new Set<string>()
let last: Promise<unknown> = Promise.resolve()

/**
 * Renders a model's initial view as its thumbnail. One at a time, and once per model and window. Skips tiles that are gone. False without a
 * new thumbnail.
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
