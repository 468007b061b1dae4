import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import type { StorageLevel } from '../accounts/key-vault.ts'
import type { ProxyCredentialStore } from './proxy-credential-store.ts'
import type { Secret } from '../accounts/secret.ts'
import type { DispatcherResolver } from '../service/http-client.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import type { ProxyState } from '../../shared/app/proxy.ts'
import type { PacError } from '../../shared/app/network.ts'
import { chooseRoute, type ChosenRoute, type RouteSources } from './choose-route.ts'
import { createRouteDispatchers } from './route-dispatchers.ts'
import { PacResolutionError } from './pac-session.ts'
import type { ProxyServer, ProxyDispatcher } from './proxy-dispatcher.ts'
import { createUsedProxies, type UsedProxy } from './used-proxies.ts'
import { say } from '../../shared/i18n/say.ts'

/** How long a route is cached. The time is short, because a laptop may change networks. */
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
  /** Returns the state of the proxy used by the last proxied connection. Null if all connections are direct. */
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
  /** Call after a certificate authority has been added or removed. Running requests continue. New requests check the certificate again. */
  readonly reconnect: () => void
  readonly close: () => Promise<void>
}

export type ProxyRouterOptions = RouteSources & {
  readonly passwords: ProxyCredentialStore
  readonly now: () => number
  readonly onChange: (state: ProxyState | null) => void
}

/**
 * Chooses the route to an origin according to the user's settings. The settings select the system's proxy, a direct connection, one proxy,
 * or a PAC file. If the system doesn't have a proxy, the environment's proxy is used. The first supported entry of a PAC result applies. If
 * no entry is supported, the connection is direct. If a PAC file can't be loaded or evaluated, the request fails before anything is sent.
 * In that case, Kiln doesn't connect directly.
 */
export function createProxyRouter(parts: ProxyRouterOptions): ProxyRouter {
  const { passwords, now, onChange } = parts
  const used = createUsedProxies(onChange)
  const dispatchers = createRouteDispatchers(openRoute)
  const answers = new Map<string, { readonly dispatcher: Dispatcher; readonly until: number }>()
  /** Incremented with every change that invalidates routes. Results requested before a change are discarded. */
  let generation = 0

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
    let chosen: ChosenRoute
    try {
      chosen = await chooseRoute(parts, origin)
    } catch (error) {
      if (!isStill()) return null
      used.useNone(origin)
      throw error
    }
    if (!isStill()) return null
    const { choice, source, given } = chosen
    if (choice.kind === 'direct' || choice.kind === 'unknown') {
      used.useNone(origin)
      return dispatchers.direct()
    }
    used.use(choice, source, given, origin)
    const way = await dispatchers.through(choice)
    used.report()
    return way.dispatcherFor(origin)
  }

  async function openRoute(proxy: ProxyServer): Promise<ProxyDispatcher> {
    const one = used.get(proxy.host)
    const userPass = (await passwords.read(proxy.host)) ?? one?.given ?? null
    if (one !== undefined) one.hasPassword = userPass !== null
    const { openProxyDispatcher } = await import('./proxy-dispatcher.ts')
    return openProxyDispatcher(proxy, userPass, (response) => used.onResponse(proxy.host, response))
  }

  function reopen(proxy: ProxyServer): void {
    dispatchers.retire(proxy)
    forgetAnswers()
  }

  function forgetAnswers(): void {
    generation += 1
    answers.clear()
  }

  return {
    routeTo: (origin) => currentRoute(parts, origin),
    openTunnel: async (proxy, origin) => {
      const { openProxyDispatcher } = await import('./proxy-dispatcher.ts')
      const way = openProxyDispatcher(proxy, (await passwords.read(proxy.host)) ?? used.get(proxy.host)?.given ?? null, () => undefined)
      return way.openTunnel(origin)
    },
    dispatcherFor: async (origin) => {
      const known = answers.get(origin)
      if (known !== undefined && known.until > now()) return known.dispatcher
      return dispatcherOf(origin)
    },
    state: used.state,
    signIn: async ({ host, userPass, acceptWeakStorage }) => {
      const one = used.get(host)
      if (one === undefined)
        throw new UserFacingError(say('Kiln no longer connects through this proxy.'), {
          advice: say('Check the connection, then sign in to the proxy it uses.')
        })
      await trySignIn(one, userPass)
      const storageLevel = await passwords.save(host, userPass, { acceptWeakStorage })
      reopen(one.proxy)
      one.hasPassword = true
      one.needs = null
      used.report()
      return storageLevel
    },
    forget: (host) => {
      passwords.forget(host)
      const one = used.get(host)
      if (one === undefined) return
      reopen(one.proxy)
      one.hasPassword = one.given !== null
      used.report()
    },
    clearRouteCache: forgetAnswers,
    rulesChanged: (origin) => {
      forgetAnswers()
      used.forgetLast()
      // Errors are ignored here. The next request for this origin reports them.
      if (origin !== null) dispatcherOf(origin).catch(() => undefined)
    },
    reconnect: () => {
      dispatchers.retireAll()
      forgetAnswers()
    },
    close: dispatchers.close
  }
}

async function currentRoute(parts: RouteSources, origin: string): Promise<ProxyRoute> {
  try {
    const { choice, source } = await chooseRoute(parts, origin)
    return { proxy: choice.kind === 'direct' || choice.kind === 'unknown' ? null : choice, source, pacError: null }
  } catch (error) {
    return {
      proxy: null,
      source: parts.rules().way === 'pac' ? 'pac' : 'system',
      pacError: error instanceof PacResolutionError ? error.pacError : null
    }
  }
}

/** Opens a tunnel with the username and password. @throws UserFacingError if the proxy rejects them or can't be reached. */
async function trySignIn({ proxy, target }: UsedProxy, userPass: Secret): Promise<void> {
  const { openProxyDispatcher } = await import('./proxy-dispatcher.ts')
  const way = openProxyDispatcher(proxy, userPass, () => undefined)
  try {
    const { status } = await way.tryTunnel(target).catch((cause: unknown) => {
      throw new UserFacingError(say('The proxy couldn’t be reached.'), { advice: say('Check your network, then try again.'), cause })
    })
    if (status === 407)
      throw new UserFacingError(say('The proxy rejected this username and password.'), {
        field: 'password',
        advice: say('Use your network’s username and password, not the service’s. Ask your network administrator for them.')
      })
  } finally {
    await way.close()
  }
}
