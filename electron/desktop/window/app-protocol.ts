import { readFile } from 'node:fs/promises'
import type { Protocol } from 'electron'
import type { Language } from '../../../shared/i18n/languages.ts'
import { textDirection } from '../../../shared/i18n/languages.ts'
import { pageOrigin } from '../../ipc/register-ipc-handlers.ts'
import { mediaHeaders, pageHeaders } from './page-headers.ts'
import { listPageFiles } from './page-files.ts'

export const appProtocolScheme = 'app'
export const pageUrl = `${pageOrigin}/`

/**
 * Functions that return the response for a media file, with support for range requests. Null if the ID is unknown. URLs never contain file
 * paths.
 */
export type MediaResolver = {
  readonly [Kind in 'result' | 'thumbnail' | 'draft' | 'face']: (id: string, request: Request) => Promise<Response | null>
}

export function isOwnPage(url: string): boolean {
  return url === pageOrigin || url.startsWith(pageUrl)
}

/** Serves the page and its media under `app:` URLs. Rejects requests from other origins, to other hosts, and with unsupported methods. */
export function serveApp(
  protocol: Pick<Protocol, 'handle'>,
  parts: {
    readonly pageFolder: string
    readonly media: Promise<MediaResolver>
    readonly language: () => Language
    readonly platform: 'darwin' | 'win32' | 'linux'
    /** True if the page will open the Welcome view. The page then preloads this view's code. */
    readonly opensWithWelcome: () => boolean
    readonly onError: (error: unknown) => void
  }
): void {
  const files = listPageFiles(parts.pageFolder)
  files.catch(parts.onError)

  protocol.handle(appProtocolScheme, async (request) => {
    try {
      return await answer(request)
    } catch (error) {
      parts.onError(error)
      return plain(500)
    }
  })

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    if (!isOwnPage(`${url.protocol}//${url.host}/`)) return plain(403)
    const { initiatorOrigin } = request as { initiatorOrigin?: string }
    if (initiatorOrigin !== undefined && initiatorOrigin !== pageOrigin) return plain(403)
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, { Allow: 'GET, HEAD' })
    const [, kind, id] = /^\/media\/(result|thumbnail|draft|face)\/([A-Za-z0-9._-]{1,200})$/.exec(url.pathname) ?? []
    return kind === undefined || id === undefined
      ? answerFile(request, url.pathname)
      : answerMedia(request, kind as keyof MediaResolver, id)
  }

  async function answerMedia(request: Request, kind: keyof MediaResolver, id: string): Promise<Response> {
    const response = await (await parts.media)[kind](id, request)
    if (response === null) return plain(404)
    for (const [name, value] of Object.entries(mediaHeaders)) response.headers.set(name, value)
    return response
  }

  async function answerFile(request: Request, address: string): Promise<Response> {
    const file = (await files).get(address)
    if (file === undefined) return plain(404)
    const bytes = address === '/' ? documentFor(await readFile(file.path, 'utf8')) : await readFile(file.path)
    const headers = {
      ...pageHeaders,
      'Content-Type': file.contentType,
      'Content-Length': String(bytes.length),
      'Cache-Control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache'
    }
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { headers })
  }

  /** Returns the HTML document with the language, platform and first view in its `<html>` tag. The page needs these before it renders. */
  function documentFor(page: string): Uint8Array {
    const language = parts.language()
    const view = parts.opensWithWelcome() ? ' data-opens-with="welcome"' : ''
    const attributes = `lang="${language}" dir="${textDirection(language)}" data-platform="${parts.platform}"${view}`
    return new TextEncoder().encode(page.replace('<html lang="en">', `<html ${attributes}>`))
  }
}

function plain(status: number, headers: { readonly [name: string]: string } = {}): Response {
  return new Response(null, { status, headers: { ...pageHeaders, ...headers } })
}
