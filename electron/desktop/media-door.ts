import type { Drafts } from '../ipc/drafts.ts'
import { largeSearch } from '../../shared/media-paths.ts'
import { serveFile } from '../library/serve-media.ts'
import type { Studio } from '../studio.ts'
import type { MediaDoor } from './app-protocol.ts'

/** Finds the file behind an opaque id; what is neither a result of ours nor a file that was handed to the window is not served. */
export function createMediaDoor(parts: {
  readonly studio: Pick<Studio, 'fileOf' | 'thumbnail' | 'facePicture'>
  readonly drafts: Drafts
}): MediaDoor {
  const { studio, drafts } = parts

  return {
    result: async (id, request) => {
      const result = await studio.fileOf(id)
      return result === null ? null : serve(request, result.path, result.contentType, false)
    },
    thumbnail: async (id, request) => {
      const path = await studio.thumbnail(id, new URL(request.url).search === largeSearch ? 'large' : 'small')
      if (path !== null) return serve(request, path, 'image/webp', false)
      // A clip, say, of which no picture was kept yet: that is no mistake, and nothing for the log.
      return (await studio.fileOf(id)) === null ? null : new Response(null, { status: 204 })
    },
    face: async (key, request) => {
      const picture = await studio.facePicture(key)
      if (picture === null) return null
      const headers = { 'content-type': picture.contentType, 'content-length': String(picture.bytes.length) }
      return new Response(request.method === 'HEAD' ? null : new Uint8Array(picture.bytes), { headers })
    },
    draft: async (token, request) => {
      const draft = drafts.find(token)
      return draft === null ? null : serve(request, draft.path, draft.facts.contentType, true)
    }
  }
}

async function serve(request: Request, path: string, contentType: string, mayBeLink: boolean): Promise<Response> {
  const { status, headers, body } = await serveFile({
    path,
    contentType,
    rangeHeader: request.headers.get('range'),
    method: request.method,
    mayBeLink
  })
  return new Response(body, { status, headers })
}
