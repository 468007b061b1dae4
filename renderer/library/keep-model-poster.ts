import type { LibraryItem } from '../../shared/library.ts'
import { mediaPaths } from '../../shared/media-paths.ts'
import { request } from '../bridge/kiln.ts'
import { canBeDrawn, mayBeText } from '../ui/model-looks.ts'

/** Pixels on each side; thumbnails are smaller. */
const edge = 512
/**
 * A larger one is not read for the sake of a small picture: it gets one when it is opened. What is written as text takes longer to read, and
 * nothing else in the window is drawn meanwhile.
 */
const mostBytes = 64 * 1024 * 1024
const mostBytesOfText = 6 * 1024 * 1024

const asked = new Set<string>()
let last: Promise<unknown> = Promise.resolve()

/**
 * What a model looks like at first becomes its small picture. One after the other, once for each in a window; a tile that is gone is passed over.
 * False: there is no new picture.
 */
export function keepModelPoster(item: Pick<LibraryItem, 'id' | 'contentType' | 'bytes'>, signal: AbortSignal): Promise<boolean> {
  const turn = last.then(() => (signal.aborted ? false : keep(item)))
  last = turn
  return turn
}

async function keep({ id, contentType, bytes }: Pick<LibraryItem, 'id' | 'contentType' | 'bytes'>): Promise<boolean> {
  if (asked.has(id) || bytes > (mayBeText(contentType, bytes) ? mostBytesOfText : mostBytes) || !canBeDrawn(contentType, bytes))
    return false
  asked.add(id)
  try {
    const { drawModel } = await import('../ui/model-scene.ts')
    const picture = await drawModel(mediaPaths.result(id), edge)
    if (picture === null) return false
    const { ok } = await request('library.keepPoster', { id, bytes: new Uint8Array(await picture.arrayBuffer()) })
    return ok
  } catch {
    // It can't be read, or this machine can't draw in 3D: the viewer says so when it is opened.
    return false
  }
}
