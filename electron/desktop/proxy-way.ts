import type { Socket } from 'node:net'
import { Agent, Pool, ProxyAgent, Socks5ProxyAgent } from 'undici'
import type { Dispatcher } from 'undici'
import type { Secret } from '../account/secret.ts'
import { errorCode, headerOf, isLoopbackHost, wireOptions } from '../api/http-client.ts'
import type { AnswerHeaders } from '../api/http-client.ts'
import { obstacleOfCode, proxyCodes } from '../api/obstacle.ts'
import { openSocksTunnel } from './socks-tunnel.ts'

/** `host`: name and port. */
export type Proxy = { readonly kind: 'http' | 'https' | 'socks5'; readonly host: string }

/** What a proxy said when it was asked for a way: an HTTP status, and the kinds of sign-in that it offers, in small letters. */
export type ProxyWord = { readonly status: number; readonly schemes: readonly string[] }

export type ProxyWay = {
  /**
   * For a URL's origin. To a service that is spoken to in the open (only this computer may be), and to all that is encrypted, leads a tunnel: the
   * proxy sees where to, and nothing of what is said, the API key least of all. Other addresses are storages; they are asked for through the
   * proxy in the open, since many a proxy digs no tunnels to them.
   */
  readonly dispatcherFor: (origin: string) => Dispatcher
  /** Asks for a tunnel and lets go of it again: nothing is said to the host at its end. @throws what the network throws. */
  readonly tryTunnel: (target: string) => Promise<ProxyWord>
  /** The same, and keeps it open. @throws what the network throws, and for a no of the proxy with a code of `proxyCodes`. */
  readonly openTunnel: (target: string) => Promise<Socket>
  readonly close: () => Promise<void>
}

/** Thrown where a proxy did not open a tunnel: before that nothing of a request has left. */
class ProxyRefusal extends Error {
  override readonly name = 'ProxyRefusal'
  readonly code: string
  constructor(status: number) {
    super(`The proxy answered with ${status}.`)
    this.code = status === 407 ? proxyCodes.wantsPassword : proxyCodes.refuses
  }
}

/**
 * The way through one proxy.
 *
 * `userPass`: `name:password` for HTTP's Basic sign-in (RFC 7617), which goes to this proxy and nowhere else; null: none.
 * `onWord`: told whenever the proxy was asked for a way.
 */
export function openProxyWay(proxy: Proxy, userPass: Secret | null, onWord: (word: ProxyWord) => void): ProxyWay {
  const uri = `${proxy.kind}://${proxy.host}`
  if (proxy.kind === 'socks5') return socksWay(uri, userPass, onWord)
  const token = userPass === null ? null : `Basic ${Buffer.from(userPass.reveal(), 'utf8').toString('base64')}`
  const headers: Record<string, string> = token === null ? {} : { 'proxy-authorization': token }

  const tunnels = new ProxyAgent({
    ...wireOptions,
    uri,
    proxyTunnel: true,
    ...(token === null ? {} : { token }),
    clientFactory: (url, options) => tunnelling(new Pool(url, { ...wireOptions, ...options }))
  })
  const plain = new Agent(wireOptions)
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
      overhearing(handler, { onHead: (status, answerHeaders) => onWord(wordOf(status, answerHeaders)), onError: () => undefined })
    )
  })

  /** The library tells a refused tunnel only in the words of an error. */
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

  /** The socket is nobody's but the caller's: the pool lets go of it with its answer. */
  async function dig(target: string): Promise<{ readonly socket: Socket; readonly statusCode: number; readonly headers: AnswerHeaders }> {
    const asking = new Pool(uri, wireOptions)
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
      const { socket, statusCode, headers: answerHeaders } = await dig(target)
      socket.on('error', () => undefined).destroy()
      return wordOf(statusCode, answerHeaders)
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

/** Its refusals are no HTTP, and mean the same. */
function socksWay(uri: string, userPass: Secret | null, onWord: (word: ProxyWord) => void): ProxyWay {
  const [, username = '', password = ''] = /^([^:]*):([^]*)$/.exec(userPass?.reveal() ?? '') ?? []
  const agent = new Socks5ProxyAgent(uri, { ...wireOptions, ...(userPass === null ? {} : { username, password }) })
  const onHead = (): void => onWord({ status: 200, schemes: [] })
  const onError = (error: Error): void => {
    if (obstacleOfCode(errorCode(error)) === 'proxy-password') onWord({ status: 407, schemes: ['basic'] })
  }
  const heard = agent.compose((dispatch) => (call, handler) => dispatch(call, overhearing(handler, { onHead, onError })))
  return {
    dispatcherFor: () => heard,
    tryTunnel: async (target) => {
      try {
        const socket = await openSocksTunnel(new URL(uri), { username, password }, target)
        socket.destroy()
      } catch (error) {
        if (errorCode(error) !== proxyCodes.wantsPassword) throw error
        return { status: 407, schemes: ['basic'] }
      }
      return { status: 200, schemes: [] }
    },
    openTunnel: (target) => openSocksTunnel(new URL(uri), { username, password }, target),
    close: () => agent.destroy()
  }
}

/** The same handler, with an ear at it. */
function overhearing(
  handler: Dispatcher.DispatchHandler,
  ears: { readonly onHead: (status: number, headers: AnswerHeaders) => void; readonly onError: (error: Error) => void }
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

function wordOf(status: number, headers: AnswerHeaders): ProxyWord {
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
