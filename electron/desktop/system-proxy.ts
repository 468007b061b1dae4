import { Agent, ProxyAgent, Socks5ProxyAgent } from 'undici'
import type { Dispatcher } from 'undici'
import { wireOptions } from '../api/http-client.ts'
import type { DispatcherFor } from '../api/http-client.ts'

/** One entry of a PAC answer such as `PROXY proxy.example:8080; DIRECT`. */
export type ProxyChoice =
  | { readonly kind: 'direct' }
  | { readonly kind: 'http' | 'https' | 'socks5'; readonly host: string }
  | { readonly kind: 'unknown' }

/** How long the system's answer holds; a laptop changes networks. */
const answerLifetimeInMs = 60_000

/**
 * Chooses the way to an origin as the system says. The first entry that Kiln can speak counts; where there is none the way is straight.
 *
 * `resolveProxy`: the system's own answer for a URL, as a PAC string.
 */
export function createSystemProxy(
  resolveProxy: (url: string) => Promise<string>,
  now: () => number
): { readonly dispatcherFor: DispatcherFor; readonly close: () => Promise<void> } {
  const direct = new Agent(wireOptions)
  const proxies = new Map<string, Dispatcher>()
  const answers = new Map<string, { readonly dispatcher: Dispatcher; readonly until: number }>()

  return {
    dispatcherFor: async (origin) => {
      const known = answers.get(origin)
      if (known !== undefined && known.until > now()) return known.dispatcher
      const choice = chooseProxy(await resolveProxy(origin).catch(() => 'DIRECT'))
      const dispatcher = dispatcherOf(choice)
      answers.set(origin, { dispatcher, until: now() + answerLifetimeInMs })
      return dispatcher
    },
    close: async () => {
      await Promise.all([direct, ...proxies.values()].map((dispatcher) => dispatcher.destroy()))
    }
  }

  function dispatcherOf(choice: ProxyChoice): Dispatcher {
    if (choice.kind === 'direct' || choice.kind === 'unknown') return direct
    const uri = `${choice.kind}://${choice.host}`
    const kept = proxies.get(uri)
    if (kept !== undefined) return kept
    const made = choice.kind === 'socks5' ? new Socks5ProxyAgent(uri, wireOptions) : new ProxyAgent({ ...wireOptions, uri })
    proxies.set(uri, made)
    return made
  }
}

/** The first entry of a PAC answer that Kiln can speak; SOCKS4 is not among them. */
export function chooseProxy(pacAnswer: string): ProxyChoice {
  const choices = pacAnswer.split(';').map((entry) => readEntry(entry.trim()))
  return choices.find((choice) => choice.kind !== 'unknown') ?? { kind: 'direct' }
}

function readEntry(entry: string): ProxyChoice {
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
