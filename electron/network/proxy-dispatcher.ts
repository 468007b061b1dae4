import type { Socket } from 'node:net'
import { Agent, Pool, ProxyAgent, Socks5ProxyAgent } from 'undici'
import type { Dispatcher } from 'undici'
import type { Secret } from '../accounts/secret.ts'
import { errorCode, headerOf, isLoopbackHost, dispatcherOptions } from '../service/http-client.ts'
import type { ResponseHeaders } from '../service/http-client.ts'
import { networkBlockOfCode, proxyErrorCodes } from '../service/network-block.ts'
import { openSocksTunnel } from './socks-tunnel.ts'

/** `host`: host name and port, such as `proxy.example:8080`. */
export type ProxyServer = { readonly kind: 'http' | 'https' | 'socks5'; readonly host: string }

/** A proxy's response to a connection request. `schemes`: the authentication schemes that the proxy offers, in lower case. */
export type ProxyResponse = { readonly status: number; readonly schemes: readonly string[] }

export type ProxyDispatcher = {
  /**
   * Returns the dispatcher for `origin`. HTTPS and loopback origins are reached through a tunnel. For HTTPS, the proxy sees the host but
   * not the content, such as the API key. Other origins are unencrypted storage hosts. Their requests are forwarded without a tunnel,
   * because some proxies don't allow tunnels to them.
   */
  readonly dispatcherFor: (origin: string) => Dispatcher
  /** Opens and closes a tunnel without sending anything to the target host. Returns the proxy's response. @throws network errors. */
  readonly tryTunnel: (target: string) => Promise<ProxyResponse>
  /**
   * Opens a tunnel and leaves it open. @throws network errors, and an error with a code from `proxyErrorCodes` if the proxy rejects the
   * tunnel.
   */
  readonly openTunnel: (target: string) => Promise<Socket>
  readonly close: () => Promise<void>
}

/** Thrown if a proxy didn't open a tunnel. Nothing was sent to the target host. */
class ProxyRefusal extends Error {
  override readonly name = 'ProxyRefusal'
  readonly code: string
  constructor(status: number) {
    super(`The proxy responded with HTTP ${status}.`)
    this.code = status === 407 ? proxyErrorCodes.needsPassword : proxyErrorCodes.refuses
  }
}

/**
 * Opens connections through one proxy.
 *
 * `userPass`: `name:password` for HTTP Basic authentication (RFC 7617), which is sent to this proxy only. Null if no credentials are known.
 * `onWord`: called with the proxy's responses.
 */
export function openProxyDispatcher(proxy: ProxyServer, userPass: Secret | null, onWord: (word: ProxyResponse) => void): ProxyDispatcher {
  const uri = `${proxy.kind}://${proxy.host}`
  if (proxy.kind === 'socks5') return socksDispatcher(uri, userPass, onWord)
  const token = userPass === null ? null : `Basic ${Buffer.from(userPass.reveal(), 'utf8').toString('base64')}`
  const headers: Record<string, string> = token === null ? {} : { 'proxy-authorization': token }

  const tunnels = new ProxyAgent({
    ...dispatcherOptions,
    uri,
    proxyTunnel: true,
    ...(token === null ? {} : { token }),
    clientFactory: (url, options) => tunnelling(new Pool(url, { ...dispatcherOptions, ...options }))
  })
  const plain = new Agent(dispatcherOptions)
  const forwarding = plain.compose((dispatch) => (call, handler) => {
    const { origin, path } = call
    const target = new URL(String(origin))
    return dispatch(
      {
        ...call,
        origin: uri,
        path: `${target.origin}${path}`,
        headers: { ...(call.headers as Record<string, string>), ...headers, host: target.host }
      },
      overhearing(handler, { onHead: (status, responseHeaders) => onWord(wordOf(status, responseHeaders)), onError: () => undefined })
    )
  })

  /** Makes the pool read the status of the proxy's response. undici itself reports a rejected tunnel only in an error message. */
  function tunnelling(pool: Pool): Pool {
    const connect = pool.connect.bind(pool)
    return Object.assign(pool, {
      connect: async (order: Dispatcher.ConnectOptions) => {
        const answer = await connect(order)
        onWord(wordOf(answer.statusCode, answer.headers))
        if (answer.statusCode === 200) return answer
        answer.socket.on('error', () => undefined).destroy()
        throw new ProxyRefusal(answer.statusCode)
      }
    })
  }

  /** Opens a tunnel. The caller must close the socket, because the pool no longer manages it. */
  async function dig(target: string): Promise<{ readonly socket: Socket; readonly statusCode: number; readonly headers: ResponseHeaders }> {
    const asking = new Pool(uri, dispatcherOptions)
    try {
      const { socket, statusCode, headers: answerHeaders } = await asking.connect({ path: authorityOf(target), headers })
      return { socket: socket as Socket, statusCode, headers: answerHeaders }
    } finally {
      void asking.close()
    }
  }

  return {
    dispatcherFor: (origin) => (isForTunnel(origin) ? tunnels : forwarding),
    tryTunnel: async (target) => {
      const { socket, statusCode, headers: responseHeaders } = await dig(target)
      socket.on('error', () => undefined).destroy()
      return wordOf(statusCode, responseHeaders)
    },
    openTunnel: async (target) => {
      const { socket, statusCode } = await dig(target)
      if (statusCode === 200) return socket
      socket.on('error', () => undefined).destroy()
      throw new ProxyRefusal(statusCode)
    },
    close: async () => {
      await Promise.all([tunnels.destroy(), plain.destroy()])
    }
  }
}

/** Returns a dispatcher for a SOCKS5 proxy. `onWord` gets status 200 for a response, and 407 if the proxy rejects the credentials. */
function socksDispatcher(uri: string, userPass: Secret | null, onWord: (word: ProxyResponse) => void): ProxyDispatcher {
  const [, username = '', password = ''] = /^([^:]*):([^]*)$/.exec(userPass?.reveal() ?? '') ?? []
  const agent = new Socks5ProxyAgent(uri, { ...dispatcherOptions, ...(userPass === null ? {} : { username, password }) })
  const onHead = (): void => onWord({ status: 200, schemes: [] })
  const onError = (error: Error): void => {
    if (networkBlockOfCode(errorCode(error)) === 'proxy-password') onWord({ status: 407, schemes: ['basic'] })
  }
  const heard = agent.compose((dispatch) => (call, handler) => dispatch(call, overhearing(handler, { onHead, onError })))
  return {
    dispatcherFor: () => heard,
    tryTunnel: async (target) => {
      try {
        const socket = await openSocksTunnel(new URL(uri), { username, password }, target)
        socket.destroy()
      } catch (error) {
        if (errorCode(error) !== proxyErrorCodes.needsPassword) throw error
        return { status: 407, schemes: ['basic'] }
      }
      return { status: 200, schemes: [] }
    },
    openTunnel: (target) => openSocksTunnel(new URL(uri), { username, password }, target),
    close: () => agent.destroy()
  }
}

/** Wraps a handler to observe response heads and errors. */
function overhearing(
  handler: Dispatcher.DispatchHandler,
  ears: { readonly onHead: (status: number, headers: ResponseHeaders) => void; readonly onError: (error: Error) => void }
): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
    onRequestUpgrade: (controller, status, headers, socket) => handler.onRequestUpgrade?.(controller, status, headers, socket),
    onResponseStart: (controller, status, headers, message) => {
      ears.onHead(status, headers)
      handler.onResponseStart?.(controller, status, headers, message)
    },
    onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
    onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
    onResponseError: (controller, error) => {
      ears.onError(error)
      handler.onResponseError?.(controller, error)
    }
  }
}

function wordOf(status: number, headers: ResponseHeaders): ProxyResponse {
  const offered = headers['proxy-authenticate']
  const challenges = (Array.isArray(offered) ? offered : [headerOf(headers, 'proxy-authenticate') ?? '']).join(', ')
  return { status, schemes: [...challenges.matchAll(/(?:^|,)\s*([a-z0-9-]+)(?=\s|,|$)/gi)].map(([, scheme = '']) => scheme.toLowerCase()) }
}

function isForTunnel(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || isLoopbackHost(hostname)
}

function authorityOf(target: string): string {
  const { protocol, hostname, port } = new URL(target)
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
}
