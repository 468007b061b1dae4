import { EventEmitter } from 'node:events'
import type { RequestOptions } from 'node:http'
import { configureRequestOptions, configureRequestUrl, type DownloadOptions, HttpExecutor } from 'builder-util-runtime'
import type { Dispatcher } from 'undici'
import { type DispatcherResolver, headerOf, isLoopbackHost } from '../service/http-client.ts'

const mostRedirects = 10

/**
 * Sends electron-updater's requests through Kiln's network route, with its proxies, passwords and certificate authorities. Electron's own
 * session doesn't use them. Every URL must use HTTPS, even after a redirect. Only loopback hosts may use HTTP.
 */
export class UpdateHttpExecutor extends HttpExecutor<UpdateRequest> {
  private readonly dispatcherFor: DispatcherResolver

  constructor(dispatcherFor: DispatcherResolver) {
    super()
    this.dispatcherFor = dispatcherFor
  }

  override createRequest(options: RequestOptions, onAnswer: (answer: Dispatcher.ResponseData['body']) => void): UpdateRequest {
    return new UpdateRequest(this.dispatcherFor, options, onAnswer)
  }

  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const wanted: RequestOptions = options.headers ? { headers: options.headers } : {}
      configureRequestUrl(url, wanted)
      configureRequestOptions(wanted)
      // electron-updater passes null or undefined if there was no error.
      const callback = (error: unknown): void => (error instanceof Error ? reject(error) : resolve(destination))
      this.doDownload(wanted, { destination, options, onCancel, callback, responseHandler: null }, 0)
    })
  }
}

/**
 * The part of Electron's request that electron-updater uses. `end` sends the request. The event `error` reports network errors, and
 * `redirect` reports the new URL.
 */
class UpdateRequest extends EventEmitter {
  private readonly leaving = new AbortController()
  private readonly dispatcherFor: DispatcherResolver
  private readonly options: RequestOptions
  private readonly onAnswer: (answer: Dispatcher.ResponseData['body']) => void

  constructor(dispatcherFor: DispatcherResolver, options: RequestOptions, onAnswer: (answer: Dispatcher.ResponseData['body']) => void) {
    super()
    this.dispatcherFor = dispatcherFor
    this.options = options
    this.onAnswer = onAnswer
  }

  end(body?: Buffer): void {
    this.ask(this.options, body ?? null, 0).catch((error: unknown) => this.emit('error', error))
  }

  abort(): void {
    this.leaving.abort()
  }

  /** Called by listeners of `redirect`. Redirects are followed in any case. */
  followRedirect(): void {}

  private async ask(options: RequestOptions, body: Buffer | null, redirects: number): Promise<void> {
    const { origin, path } = addressOf(options)
    const method = (options.method ?? 'GET').toUpperCase()
    const dispatcher = await this.dispatcherFor(origin)
    const {
      statusCode,
      statusText,
      headers,
      body: answer
    } = await dispatcher.request({
      origin,
      path,
      method,
      headers: headersOf(options),
      body,
      signal: this.leaving.signal
    })
    const location = headerOf(headers, 'location')
    if (statusCode >= 300 && statusCode < 400 && location !== null) {
      await answer.dump()
      if (redirects >= mostRedirects) throw new Error('The update server redirected too many times.')
      const next = new URL(location, `${origin}${path}`).href
      this.emit('redirect', statusCode, method, next)
      return this.ask(HttpExecutor.prepareRedirectUrlOptions(next, options), body, redirects + 1)
    }
    // The listener prevents an uncaught exception. A later reader still gets the error.
    answer.on('error', () => undefined)
    this.onAnswer(Object.assign(answer, { statusCode, statusMessage: statusText, headers }))
    if (answer.readableFlowing === null) await answer.dump()
  }
}

function addressOf({ protocol, hostname, port, path }: RequestOptions): { readonly origin: string; readonly path: string } {
  const { protocol: scheme, hostname: host, origin } = new URL(`${protocol ?? 'https:'}//${hostname}${port ? `:${port}` : ''}`)
  if (scheme !== 'https:' && !(scheme === 'http:' && isLoopbackHost(host)))
    throw new Error(`The update server’s address isn’t encrypted: ${origin}.`)
  return { origin, path: path ?? '/' }
}

function headersOf({ headers }: RequestOptions): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]))
  )
}
