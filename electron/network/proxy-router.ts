import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import type { StorageLevel } from '../accounts/key-vault.ts'
import type { ProxyCredentialStore } from './proxy-credential-store.ts'
import { Secret } from '../accounts/secret.ts'
import { isLoopbackHost } from '../service/http-client.ts'
import type { DispatcherResolver } from '../service/http-client.ts'
import { createLazyAgent, type LazyAgent } from '../service/lazy-agent.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import type { ProxyState } from '../../shared/app/proxy.ts'
import type { NetworkSettings, PacError } from '../../shared/app/network.ts'
import { environmentProxy } from './environment-proxy.ts'
import { bypassesProxy } from './proxy-bypass.ts'
import { PacResolutionError } from './pac-session.ts'
import type { ProxyServer, ProxyDispatcher, ProxyResponse } from './proxy-dispatcher.ts'
import { say } from '../../shared/i18n/say.ts'

/** One entry of a PAC result such as `PROXY proxy.example:8080; DIRECT`. */
export type PacEntry = { readonly kind: 'direct' } | ProxyServer | { readonly kind: 'unknown' }

/** How long a route is cached. The time is short, because a laptop changes networks. */
const routeCacheTimeInMs = 60_000
/** Maximum number of attempts to choose a route while settings or the network change. */
const mostChoices = 5

/**
 * Route to an origin. `proxy`: null for a direct connection. `source`: the setting that determined the route. `pacError`: why the PAC file
 * failed. Null if it didn't fail or isn't used.
 */
export type ProxyRoute = { readonly proxy: ProxyServer | null; readonly source: ProxyState['source']; readonly pacError: PacError | null }

export type ProxyRouter = {
  readonly dispatcherFor: DispatcherResolver
  /** Returns the current route to an origin, for the connection check. */
  readonly routeTo: (origin: string) => Promise<ProxyRoute>
  /**
   * Opens a tunnel to an origin through a proxy and sends nothing through it. @throws network errors, and an error with a code from
   * `proxyErrorCodes` if the proxy rejects the tunnel.
   */
  readonly openTunnel: (proxy: ProxyServer, origin: string) => Promise<Socket>
  /** State of the proxy used by the last proxied connection. Null if all connections are direct. */
  readonly state: () => ProxyState | null
  /**
   * Sends the username and password to the proxy, and saves them if the proxy accepts them.
   * @throws UserFacingError if the proxy rejects them or can't be reached. Nothing is saved in that case.
   */
  readonly signIn: (request: {
    readonly host: string
    readonly userPass: Secret
    readonly acceptWeakStorage: boolean
  }) => Promise<StorageLevel>
  readonly forget: (host: string) => void
  /** Discards cached routes. Call after the computer wakes or the network changes. */
  readonly clearRouteCache: () => void
  /**
   * Call after the user changes the network settings. Running requests continue. A new route is chosen and reported for `origin`. If
   * `origin` is null, no route is chosen yet.
   */
  readonly rulesChanged: (origin: string | null) => void
  /** Call after a certificate authority was added or removed. Running requests continue. New requests check the certificate again. */
  readonly reconnect: () => void
  readonly close: () => Promise<void>
}

/** A proxy that was used. `target`: origin of the connection. `needs`: authentication that the proxy's last response requires, or null. */
type Met = {
  readonly proxy: ProxyServer
  readonly source: ProxyState['source']
  /** Username and password from the environment. Credentials entered by the user take precedence. */
  readonly given: Secret | null
  target: string
  hasPassword: boolean
  needs: ProxyState['needs']
}

/**
 * Chooses the route to an origin according to the user's settings. The settings select the system's proxy, a direct connection, one proxy,
 * or a PAC file. If the system has no proxy, the environment's proxy is used. The first supported entry of a PAC result applies. If no
 * entry is supported, the connection is direct. If a PAC file can't be loaded or evaluated, the request fails before anything is sent. In
 * that case, Kiln doesn't connect directly.
 */
export function createProxyRouter(parts: {
  /** The system's result for a URL, as a PAC string. */
  readonly resolveProxy: (url: string) => Promise<string>
  /** The PAC file's result for a URL, as a PAC string. Rejects if the PAC file can't be evaluated. */
  readonly resolveWithPac: (pacUrl: string, url: string) => Promise<string>
  /** The user's settings, read for each choice of a route. */
  readonly rules: () => NetworkSettings
  readonly environment: { readonly [name: string]: string | undefined }
  readonly passwords: ProxyCredentialStore
  readonly now: () => number
  readonly onChange: (state: ProxyState | null) => void
}): ProxyRouter {
  const { resolveProxy, resolveWithPac, rules, environment, passwords, now, onChange } = parts
  let direct = createLazyAgent()
  const retiredAgents: LazyAgent[] = []
  const ways = new Map<string, Promise<ProxyDispatcher>>()
  const retired: Promise<ProxyDispatcher>[] = []
  const met = new Map<string, Met>()
  const answers = new Map<string, { readonly dispatcher: Dispatcher; readonly until: number }>()
  /** Incremented with every change that invalidates routes. Results requested before a change are discarded. */
  let generation = 0
  let last: { readonly host: string; readonly origin: string } | null = null
  let told = ''

  function state(): ProxyState | null {
    const one = last === null ? undefined : met.get(last.host)
    if (one === undefined) return null
    const { proxy, source, needs, hasPassword } = one
    return { host: proxy.host, source, needs, isRefused: needs === 'password' && hasPassword, hasPassword }
  }

  function tell(): void {
    const found = state()
    const text = JSON.stringify(found)
    if (text === told) return
    told = text
    onChange(found)
  }

  async function chooseFor(origin: string): Promise<{ choice: PacEntry; source: ProxyState['source']; given: Secret | null }> {
    const { way, proxy, exceptions, pacUrl } = rules()
    const isDirect = way === 'direct' || (way !== 'system' && isLoopbackHost(new URL(origin).hostname))
    if (isDirect || (way === 'manual' && bypassesProxy(origin, exceptions)))
      return { choice: { kind: 'direct' }, source: 'manual', given: null }
    if (way === 'manual') return { choice: { kind: proxy.kind, host: `${proxy.host}:${proxy.port}` }, source: 'manual', given: null }
    if (way === 'pac') {
      const byScript = parsePacResult(await resolveWithPac(pacUrl, origin))
      return { choice: byScript, source: 'pac', given: null }
    }
    const bySystem = parsePacResult(await resolveProxy(origin).catch(() => 'DIRECT'))
    if (bySystem.kind !== 'direct') return { choice: bySystem, source: 'system', given: null }
    const named = environmentProxy(origin, environment)
    if (named === null) return { choice: bySystem, source: 'system', given: null }
    const { kind, host, userPass } = named
    return { choice: { kind, host }, source: 'environment', given: userPass === null ? null : new Secret(userPass) }
  }

  /**
   * Returns the dispatcher for an origin. Chooses the route again if the settings or the network change meanwhile. @throws the reason why
   * no route is available. Also throws if the route keeps changing.
   */
  async function dispatcherOf(origin: string): Promise<Dispatcher> {
    for (let choices = 0; choices < mostChoices; choices += 1) {
      const begunIn = generation
      const isStill = (): boolean => generation === begunIn
      const dispatcher = await dispatcherWhile(isStill, origin)
      if (dispatcher === null || !isStill()) continue
      answers.set(origin, { dispatcher, until: now() + routeCacheTimeInMs })
      return dispatcher
    }
    throw new Error('The network route keeps changing.')
  }

  /** Returns the dispatcher for `origin`. Null if `isStill` becomes false. The outdated route isn't reported in that case. */
  async function dispatcherWhile(isStill: () => boolean, origin: string): Promise<Dispatcher | null> {
    let chosen: Awaited<ReturnType<typeof chooseFor>>
    try {
      chosen = await chooseFor(origin)
    } catch (error) {
      if (!isStill()) return null
      routeDirectly(origin)
      throw error
    }
    if (!isStill()) return null
    const { choice, source, given } = chosen
    if (choice.kind === 'direct' || choice.kind === 'unknown') {
      routeDirectly(origin)
      return direct.get()
    }
    const { host } = choice
    const before = met.get(host)
    if (before === undefined || before.proxy.kind !== choice.kind || before.source !== source)
      met.set(host, { proxy: choice, source, given, target: origin, hasPassword: before?.hasPassword ?? false, needs: null })
    last = { host, origin }
    const way = await routeThrough(choice)
    tell()
    return way.dispatcherFor(origin)
  }

  /** Records that the origin is reached without a proxy. */
  function routeDirectly(origin: string): void {
    if (last?.origin === origin) last = null
    tell()
  }

  function routeThrough(proxy: ProxyServer): Promise<ProxyDispatcher> {
    const uri = `${proxy.kind}://${proxy.host}`
    const opened = ways.get(uri) ?? openRoute(proxy)
    ways.set(uri, opened)
    return opened
  }

  async function openRoute(proxy: ProxyServer): Promise<ProxyDispatcher> {
    const one = met.get(proxy.host)
    const userPass = (await passwords.read(proxy.host)) ?? one?.given ?? null
    if (one !== undefined) one.hasPassword = userPass !== null
    const { openProxyDispatcher } = await import('./proxy-dispatcher.ts')
    return openProxyDispatcher(proxy, userPass, (word) => hear(proxy.host, word))
  }

  function hear(host: string, { status, schemes }: ProxyResponse): void {
    const one = met.get(host)
    if (one === undefined) return
    one.needs = status !== 407 ? null : schemes.length === 0 || schemes.includes('basic') ? 'password' : 'other'
    if (one.needs !== null) last = { host, origin: one.target }
    tell()
  }

  /** Discards the proxy's dispatcher. Running requests continue, and new requests open a new connection. */
  function reopen(proxy: ProxyServer): void {
    const uri = `${proxy.kind}://${proxy.host}`
    const before = ways.get(uri)
    if (before !== undefined) retired.push(before)
    ways.delete(uri)
    forgetAnswers()
  }

  function forgetAnswers(): void {
    generation += 1
    answers.clear()
  }

  return {
    routeTo: async (origin) => {
      try {
        const { choice, source } = await chooseFor(origin)
        return { proxy: choice.kind === 'direct' || choice.kind === 'unknown' ? null : choice, source, pacError: null }
      } catch (error) {
        return {
          proxy: null,
          source: rules().way === 'pac' ? 'pac' : 'system',
          pacError: error instanceof PacResolutionError ? error.pacError : null
        }
      }
    },
    openTunnel: async (proxy, origin) => {
      const { openProxyDispatcher } = await import('./proxy-dispatcher.ts')
      const way = openProxyDispatcher(proxy, (await passwords.read(proxy.host)) ?? met.get(proxy.host)?.given ?? null, () => undefined)
      return way.openTunnel(origin)
    },
    dispatcherFor: async (origin) => {
      const known = answers.get(origin)
      if (known !== undefined && known.until > now()) return known.dispatcher
      return dispatcherOf(origin)
    },
    state,
    signIn: async ({ host, userPass, acceptWeakStorage }) => {
      const one = met.get(host)
      if (one === undefined)
        throw new UserFacingError(say('Kiln no longer connects through this proxy.'), {
          advice: say('Check the connection, then sign in to the proxy it uses.')
        })
      const word = await ask(one, userPass)
      if (word.status === 407) {
        throw new UserFacingError(say('The proxy rejected this username and password.'), {
          field: 'password',
          advice: say('Use your network’s username and password, not the service’s. Ask your network administrator for them.')
        })
      }
      const storageLevel = await passwords.save(host, userPass, { acceptWeakStorage })
      reopen(one.proxy)
      one.hasPassword = true
      one.needs = null
      tell()
      return storageLevel
    },
    forget: (host) => {
      passwords.forget(host)
      const one = met.get(host)
      if (one === undefined) return
      reopen(one.proxy)
      one.hasPassword = one.given !== null
      tell()
    },
    clearRouteCache: forgetAnswers,
    rulesChanged: (origin) => {
      forgetAnswers()
      last = null
      tell()
      // Errors are ignored here. The next request for this origin reports them.
      if (origin !== null) dispatcherOf(origin).catch(() => undefined)
    },
    reconnect: () => {
      retired.push(...ways.values())
      ways.clear()
      forgetAnswers()
      retiredAgents.push(direct)
      direct = createLazyAgent()
    },
    close: async () => {
      const opened = await Promise.all([...ways.values(), ...retired])
      await Promise.all([direct.destroy(), ...retiredAgents.map((agent) => agent.destroy()), ...opened.map((way) => way.close())])
    }
  }
}

async function ask({ proxy, target }: Met, userPass: Secret): Promise<ProxyResponse> {
  const { openProxyDispatcher } = await import('./proxy-dispatcher.ts')
  const way = openProxyDispatcher(proxy, userPass, () => undefined)
  try {
    return await way.tryTunnel(target)
  } catch (cause) {
    throw new UserFacingError(say('The proxy couldn’t be reached.'), {
      advice: say('Check your network, then try again.'),
      cause
    })
  } finally {
    await way.close()
  }
}

/**
 * Returns the first entry of a PAC result that Kiln supports. Without such an entry, returns a direct connection. SOCKS4 isn't supported.
 */
export function parsePacResult(pacAnswer: string): PacEntry {
  const choices = pacAnswer.split(';').map((entry) => readEntry(entry.trim()))
  return choices.find((choice) => choice.kind !== 'unknown') ?? { kind: 'direct' }
}

function readEntry(entry: string): PacEntry {
  const [word = '', host = ''] = entry.split(/\s+/)
  switch (word.toUpperCase()) {
    case 'DIRECT':
      return { kind: 'direct' }
    case 'PROXY':
    case 'HTTP':
      return host === '' ? { kind: 'unknown' } : { kind: 'http', host }
    case 'HTTPS':
      return host === '' ? { kind: 'unknown' } : { kind: 'https', host }
    case 'SOCKS5':
    case 'SOCKS':
      return host === '' ? { kind: 'unknown' } : { kind: 'socks5', host }
    default:
      return { kind: 'unknown' }
  }
}
