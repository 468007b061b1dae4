import type { ChromiumProcess } from '../chromium/chromium-process.ts'
import type { Protocol } from '../chromium/devtools-protocol.ts'
import { appScheme, isWebScheme, toAppUrl, toPageUrl, toPagePolicy } from '../page/page-addresses.ts'
import { mediaRange } from './media-range.ts'
import type { ProtocolHandler } from './protocol.ts'
import { replaceTitleBarVariables } from './title-bar.ts'

type Paused = Protocol.Fetch.requestPausedPayload

/** `initiatorOrigin`: null if the browser itself started the request. */
export type InterceptedRequest = {
  readonly url: string
  readonly method: string
  readonly resourceType: string
  readonly initiatorOrigin: string | null
}

export type InterceptionOptions = {
  readonly handlerOf: (scheme: string) => ProtocolHandler | null
  /** True if the main process allows the page to navigate to `url`. `url`: the URL as the app sees it. */
  readonly mayNavigate: (targetId: string, url: string) => boolean
  /** Resolves to true if the main process allows the request (`webRequest.onBeforeRequest`). */
  readonly mayRequest: (targetId: string, asked: InterceptedRequest) => Promise<boolean>
  /** Returns the HTML of the stand-in's own document at a URL. Null if the URL doesn't belong to the stand-in. */
  readonly ownDocument: (address: string, targetId: string) => string | null
  /** Returns the URL of the page's document, as the app sees it. Null if `targetId` isn't a page. */
  readonly addressOf: (targetId: string) => string | null
}

/**
 * Maximum size of a media response, in bytes. DevTools sends each response as one message, so large files are sent in parts. Chromium
 * requests the remaining parts.
 */
const partialResponseBytes = 4 * 1024 * 1024

/** Passes every page request to the main process. Serves the app's own schemes, and allows or blocks other requests. */
export async function interceptRequests(chromium: ChromiumProcess, options: InterceptionOptions): Promise<void> {
  const { browser } = chromium.connection

  const fail = (paused: Paused, errorReason: Protocol.Network.ErrorReason): Promise<unknown> =>
    browser.send('Fetch.failRequest', { requestId: paused.requestId, errorReason })

  const answer = async (paused: Paused): Promise<unknown> => {
    const { request, requestId, frameId, resourceType } = paused
    const url = toAppUrl(request.url)
    const document = options.ownDocument(request.url, frameId)
    if (document !== null) {
      const responseHeaders = [{ name: 'Content-Type', value: 'text/html' }]
      return browser.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders,
        body: Buffer.from(document).toString('base64')
      })
    }
    const scheme = /^[a-z][a-z0-9+.-]*/i.exec(request.url)?.[0] ?? ''
    if (!isWebScheme(scheme))
      return browser.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 307,
        responseHeaders: [{ name: 'Location', value: toPageUrl(request.url) }]
      })
    if (resourceType === 'Document' && options.addressOf(frameId) !== null && !options.mayNavigate(frameId, url))
      return fail(paused, 'Aborted')
    const initiator = resourceType === 'Document' ? null : initiatorOrigin(paused, options.addressOf(frameId))
    if (!(await options.mayRequest(frameId, { url, method: request.method, resourceType, initiatorOrigin: initiator })))
      return fail(paused, 'BlockedByClient')
    const ownScheme = appScheme(request.url)
    if (ownScheme === null) return browser.send('Fetch.continueRequest', { requestId })

    const handler = options.handlerOf(ownScheme)
    if (handler === null) return fail(paused, 'Failed')
    let response: Response
    try {
      response = await handler(makeRequest(paused, url, initiator))
    } catch (error) {
      console.error(error)
      return fail(paused, 'Failed')
    }
    const asked = resourceType === 'Media' ? (new Headers(request.headers).get('range') ?? '') : null
    return browser.send('Fetch.fulfillRequest', { requestId, ...(await readInterceptedResponse(response, asked)) })
  }

  // Ignores errors, because the page may have closed. It then doesn't need a response.
  browser.on('Fetch.requestPaused', (paused) => void answer(paused).catch(() => {}))
  await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
}

function makeRequest({ request }: Paused, url: string, initiator: string | null): Request {
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    /^(origin|referer)$/i.test(name) ? toAppUrl(value) : value
  ])
  const body = Buffer.concat((request.postDataEntries ?? []).map((entry) => Buffer.from(entry.bytes ?? '', 'base64')))
  const made = new Request(url, { method: request.method, headers, ...(body.length === 0 ? {} : { body }) })
  return initiator === null ? made : Object.defineProperty(made, 'initiatorOrigin', { value: initiator, enumerable: true })
}

function initiatorOrigin({ request }: Paused, documentAddress: string | null): string | null {
  const said = request.headers['Origin'] ?? request.headers['Referer'] ?? documentAddress
  return said === null ? null : (/^[^:]+:\/\/[^/?#]+/.exec(toAppUrl(said))?.[0] ?? null)
}

/**
 * Reads a response and converts it for DevTools. `asked`: the `Range` header of a media loader's request, or empty if it has none. Null if
 * the requester isn't the media loader. The whole body is read unless the media loader receives a partial response.
 */
export async function readInterceptedResponse(
  response: Response,
  asked: string | null
): Promise<Omit<Protocol.Fetch.fulfillRequestParameters, 'requestId'>> {
  const headers = new Map(response.headers)
  const range = asked === null ? null : mediaRange(response.status, asked, response.headers.get('content-length'))
  const found = await readBody(response, range === null ? Infinity : partialResponseBytes)
  const body = headers.get('content-type')?.startsWith('text/css') ? Buffer.from(replaceTitleBarVariables(found.toString())) : found
  if (body !== found) headers.delete('content-length')
  if (range !== null) {
    headers.set('content-range', `bytes ${range.start}-${range.start + body.length - 1}/${range.total}`)
    headers.set('content-length', String(body.length))
  }
  return {
    responseCode: response.status,
    responseHeaders: [...headers].map(([name, value]) => ({
      name,
      value: name.startsWith('content-security-policy') ? toPagePolicy(value) : value
    })),
    body: body.toString('base64')
  }
}

/** Reads at most `limit` bytes and cancels the rest of the stream. */
async function readBody(response: Response, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= limit) break
  }
  return Buffer.concat(chunks).subarray(0, limit)
}
