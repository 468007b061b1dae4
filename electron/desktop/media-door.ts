import type { Drafts } from '../ipc/drafts.ts'
import { serveFile } from '../library/serve-media.ts'
import type { Studio } from '../studio.ts'
import type { MediaDoor } from './app-protocol.ts'

/** Finds the file behind an opaque id; what is neither a result of ours nor a file that was handed to the window is not served. */
export function createMediaDoor(parts: { readonly studio: Pick<Studio, 'result' | 'thumbnail'>; readonly drafts: Drafts }): MediaDoor {
  const { studio, drafts } = parts

  return {
    result: async (id, request) => {
      const result = studio.result(id)
      return result === null ? null : serve(request, result.path, result.contentType)
    },
    thumbnail: async (id, request) => {
      const path = await studio.thumbnail(id)
      return path === null ? null : serve(request, path, 'image/webp')
    },
    draft: async (token, request) => {
      const draft = drafts.find(token)
      return draft === null ? null : serve(request, draft.path, draft.facts.contentType)
    }
  }
}

async function serve(request: Request, path: string, contentType: string): Promise<Response> {
  const { status, headers, body } = await serveFile({
    path,
    contentType,
    rangeHeader: request.headers.get('range'),
    method: request.method
  })
  return new Response(body, { status, headers })
}
