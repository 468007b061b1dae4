import type { Drafts } from '../ipc/drafts.ts'
import { serveFile } from '../library/serve-file.ts'
import type { Studio } from '../studio.ts'
import type { MediaDoor } from './app-protocol.ts'

/** Finds the file behind an opaque id; what is neither a result of ours nor a file that was handed to the window is not served. */
export function createMediaDoor(parts: { readonly studio: Pick<Studio, 'result' | 'thumbnail'>; readonly drafts: Drafts }): MediaDoor {
  const { studio, drafts } = parts

  return {
    result: async (id, request) => {
      const result = studio.result(id)
      return result === null ? null : serveFile(request, { path: result.path, contentType: result.contentType })
    },
    thumbnail: async (id, request) => {
      const path = await studio.thumbnail(id)
      return path === null ? null : serveFile(request, { path, contentType: 'image/webp' })
    },
    draft: async (token, request) => {
      const draft = drafts.find(token)
      return draft === null ? null : serveFile(request, { path: draft.path, contentType: draft.facts.contentType })
    }
  }
}
