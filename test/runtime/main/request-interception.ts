import type { ChromiumProcess } from '../chromium/chromium-process.ts'
import type { Protocol } from '../chromium/devtools-protocol.ts'
import { appScheme, isWebScheme, toAppAddress, toPageAddress, toPagePolicy } from '../page/page-addresses.ts'
import type { ProtocolHandler } from './protocol.ts'

type Paused = Protocol.Fetch.requestPausedPayload

export type InterceptionOptions = {
  readonly handlerOf: (scheme: string) => ProtocolHandler | null
  /** Whether main lets the page's main document go there. Addresses are the app's. */
  readonly mayNavigate: (targetId: string, url: string) => boolean
  /** Whether main lets the request out (`webRequest.onBeforeRequest`). */
  readonly mayRequest: (targetId: string, url: string, method: string, resourceType: string) => Promise<boolean>
  /** The runtime's own document for an address; null for all that are not its own. */
  readonly ownDocument: (address: string, targetId: string) => string | null
  /** Address of the page's document, as the app sees it; null for other requesters. */
  readonly addressOf: (targetId: string) => string | null
}

/** An answer travels as one message: of a 206 only so much is read at a time, and Chromium asks for the rest. */
const partialAnswerBytes = 4 * 1024 * 1024

/** Puts main between every page and what it asks for: the app's own schemes are answered here, the rest is let through or refused. */
export async function interceptRequests(chromium: ChromiumProcess, options: InterceptionOptions): Promise<void> {
  const { browser } = chromium.connection

  const fail = (paused: Paused, errorReason: Protocol.Network.ErrorReason): Promise<unknown> =>
    browser.send('Fetch.failRequest', { requestId: paused.requestId, errorReason })

  const answer = async (paused: Paused): Promise<unknown> => {
    const { request, requestId, frameId, resourceType } = paused
    const url = toAppAddress(request.url)
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
        responseHeaders: [{ name: 'Location', value: toPageAddress(request.url) }]
      })
    if (resourceType === 'Document' && options.addressOf(frameId) !== null && !options.mayNavigate(frameId, url))
      return fail(paused, 'Aborted')
    if (!(await options.mayRequest(frameId, url, request.method, resourceType))) return fail(paused, 'BlockedByClient')
    const ownScheme = appScheme(request.url)
    if (ownScheme === null) return browser.send('Fetch.continueRequest', { requestId })

    const handler = options.handlerOf(ownScheme)
    if (handler === null) return fail(paused, 'Failed')
    const initiator = resourceType === 'Document' ? null : initiatorOrigin(paused, options.addressOf(frameId))
    let response: Response
    try {
      response = await handler(makeRequest(paused, url, initiator))
    } catch (error) {
      console.error(error)
      return fail(paused, 'Failed')
    }
    return browser.send('Fetch.fulfillRequest', { requestId, ...(await readAnswer(response)) })
  }

  // A page that has gone meanwhile wants no answer.
  browser.on('Fetch.requestPaused', (paused) => void answer(paused).catch(() => {}))
  await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
}

function makeRequest({ request }: Paused, url: string, initiator: string | null): Request {
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    /^(origin|referer)$/i.test(name) ? toAppAddress(value) : value
  ])
  const body = Buffer.concat((request.postDataEntries ?? []).map((entry) => Buffer.from(entry.bytes ?? '', 'base64')))
  const made = new Request(url, { method: request.method, headers, ...(body.length === 0 ? {} : { body }) })
  return initiator === null ? made : Object.defineProperty(made, 'initiatorOrigin', { value: initiator, enumerable: true })
}

function initiatorOrigin({ request }: Paused, documentAddress: string | null): string | null {
  const said = request.headers['Origin'] ?? request.headers['Referer'] ?? documentAddress
  return said === null ? null : (/^[^:]+:\/\/[^/?#]+/.exec(toAppAddress(said))?.[0] ?? null)
}

async function readAnswer(response: Response): Promise<Omit<Protocol.Fetch.fulfillRequestParameters, 'requestId'>> {
  const headers = new Map(response.headers)
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '')
  const body = await readBody(response, response.status === 206 && range !== null ? partialAnswerBytes : Infinity)
  if (response.status === 206 && range !== null) {
    headers.set('content-range', `bytes ${range[1]}-${Number(range[1]) + body.length - 1}/${range[2]}`)
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

/** At most `limit` bytes; the rest of the stream is let go. */
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
