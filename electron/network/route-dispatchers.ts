import { createLazyAgent, type LazyAgent } from '../service/lazy-agent.ts'
import type { ProxyDispatcher, ProxyServer } from './proxy-dispatcher.ts'

/** The open dispatchers. Running requests of a retired dispatcher continue, and new requests open a new connection. */
export type RouteDispatchers = {
  readonly direct: () => ReturnType<LazyAgent['get']>
  /** Returns the proxy's dispatcher, and opens it if necessary. */
  readonly through: (proxy: ProxyServer) => Promise<ProxyDispatcher>
  readonly retire: (proxy: ProxyServer) => void
  readonly retireAll: () => void
  readonly close: () => Promise<void>
}

export function createRouteDispatchers(open: (proxy: ProxyServer) => Promise<ProxyDispatcher>): RouteDispatchers {
  let direct = createLazyAgent()
  const retiredAgents: LazyAgent[] = []
  const opened = new Map<string, Promise<ProxyDispatcher>>()
  const retired: Promise<ProxyDispatcher>[] = []
  const addressOf = ({ kind, host }: ProxyServer): string => `${kind}://${host}`

  return {
    direct: () => direct.get(),
    through: (proxy) => {
      const dispatcher = opened.get(addressOf(proxy)) ?? open(proxy)
      opened.set(addressOf(proxy), dispatcher)
      return dispatcher
    },
    retire: (proxy) => {
      const before = opened.get(addressOf(proxy))
      if (before !== undefined) retired.push(before)
      opened.delete(addressOf(proxy))
    },
    retireAll: () => {
      retired.push(...opened.values())
      opened.clear()
      retiredAgents.push(direct)
      direct = createLazyAgent()
    },
    close: async () => {
      const all = await Promise.all([...opened.values(), ...retired])
      await Promise.all([direct.destroy(), ...retiredAgents.map((agent) => agent.destroy()), ...all.map((one) => one.close())])
    }
  }
}
