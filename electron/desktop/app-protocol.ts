import { readFile } from 'node:fs/promises'
import type { Protocol } from 'electron'
import type { Language } from '../../shared/words/languages.ts'
import { directionOf } from '../../shared/words/languages.ts'
import { pageOrigin } from '../ipc/register.ts'
import { mediaHeaders, pageHeaders } from './page-headers.ts'
import { listPageFiles } from './page-files.ts'

export const scheme = 'app'
export const pageUrl = `${pageOrigin}/`

/** Gives a file behind an opaque id, with ranges; null when the id is not known. Paths never come out of an address. */
export type MediaDoor = {
  readonly [Kind in 'result' | 'thumbnail' | 'draft' | 'face']: (id: string, request: Request) => Promise<Response | null>
}

export function isOwnPage(url: string): boolean {
  return url === pageOrigin || url.startsWith(pageUrl)
}

/** Serves the page and its media. Everything else is refused: other hosts, other methods, other addresses, other pages. */
export function serveApp(
  protocol: Pick<Protocol, 'handle'>,
  parts: {
    readonly pageFolder: string
    readonly media: Promise<MediaDoor>
    readonly language: () => Language
    /** Whether Welcome is what the page is going to show, so that it reads that view's code while main still opens what stands behind the window. */
    readonly opensWithWelcome: () => boolean
    readonly onError: (error: unknown) => void
  }
): void {
  const files = listPageFiles(parts.pageFolder)
  files.catch(parts.onError)

  protocol.handle(scheme, async (request) => {
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
    return kind === undefined || id === undefined ? answerFile(request, url.pathname) : answerMedia(request, kind as keyof MediaDoor, id)
  }

  async function answerMedia(request: Request, kind: keyof MediaDoor, id: string): Promise<Response> {
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

  /** The page knows its language, and what it opens with, before it draws: main writes it into the page's first line. */
  function documentFor(page: string): Uint8Array {
    const language = parts.language()
    const view = parts.opensWithWelcome() ? ' data-opens-with="welcome"' : ''
    return new TextEncoder().encode(page.replace('<html lang="en">', `<html lang="${language}" dir="${directionOf(language)}"${view}>`))
  }
}

function plain(status: number, headers: { readonly [name: string]: string } = {}): Response {
  return new Response(null, { status, headers: { ...pageHeaders, ...headers } })
}
