import type { FileTokens } from '../../ipc/file-tokens.ts'
import { largeThumbnailParameter } from '../../../shared/library/media-paths.ts'
import { serveFile } from '../../library/serve-media.ts'
import type { Studio } from '../../studio.ts'
import type { MediaResolver } from './app-protocol.ts'

/**
 * Returns a resolver that serves media by opaque ID. It serves only results, thumbnails, face images and files that were passed to the
 * window.
 */
export function createMediaResolver(parts: {
  readonly studio: Pick<Studio, 'thumbnail' | 'faceImage'> & { readonly library: Pick<Studio['library'], 'fileOf'> }
  readonly fileTokens: FileTokens
}): MediaResolver {
  const { studio, fileTokens } = parts

  return {
    result: async (id, request) => {
      const result = await studio.library.fileOf(id)
      return result === null ? null : serve(request, result.path, result.contentType, false)
    },
    thumbnail: async (id, request) => {
      const path = await studio.thumbnail(id, new URL(request.url).searchParams.has(largeThumbnailParameter) ? 'large' : 'small')
      if (path !== null) return serve(request, path, 'image/webp', false)
      // Some files don't have a thumbnail, such as a video without a stored poster. This isn't an error, so it isn't logged.
      return (await studio.library.fileOf(id)) === null ? null : new Response(null, { status: 204 })
    },
    face: async (key, request) => {
      const previewImage = await studio.faceImage(key)
      if (previewImage === null) return null
      const headers = { 'content-type': previewImage.contentType, 'content-length': String(previewImage.bytes.length) }
      return new Response(request.method === 'HEAD' ? null : new Uint8Array(previewImage.bytes), { headers })
    },
    draft: async (token, request) => {
      const draft = fileTokens.find(token)
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
