import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import type { Keeping } from '../account/key-vault.ts'
import type { ProxyPasswords } from '../account/proxy-passwords.ts'
import { Secret } from '../account/secret.ts'
import { isLoopbackHost } from '../api/http-client.ts'
import type { DispatcherFor } from '../api/http-client.ts'
import { createLateAgent, type LateAgent } from '../api/late-agent.ts'
import { PlainProblem } from '../../shared/problem.ts'
import type { ProxyState } from '../../shared/proxy.ts'
import type { NetworkRules, ScriptTrouble } from '../../shared/network.ts'
import { environmentProxy } from './environment-proxy.ts'
import { isExempt } from './exempt-hosts.ts'
import { ScriptRefusal } from './scripted-session.ts'
import type { Proxy, ProxyWay, ProxyWord } from './proxy-way.ts'
import { say } from '../../shared/words/say.ts'

/** One entry of a PAC answer such as `PROXY proxy.example:8080; DIRECT`. */
export type ProxyChoice = { readonly kind: 'direct' } | Proxy | { readonly kind: 'unknown' }

/** How long the system's answer holds; a laptop changes networks. */
const answerLifetimeInMs = 60_000
/** How often in a row a way is chosen anew because rules or network changed meanwhile. */
const mostChoices = 5

/** The way to an origin: the proxy on it, or null, and who says so. `script`: why a script that should say so does not. */
export type Way = { readonly proxy: Proxy | null; readonly source: ProxyState['source']; readonly script: ScriptTrouble | null }

export type SystemProxy = {
  readonly dispatcherFor: DispatcherFor
  /** For the check of the connection: the way as it would be taken now. */
  readonly wayTo: (origin: string) => Promise<Way>
  /** Opens a tunnel to an origin through a proxy, and says nothing at its end. @throws what the network throws, and for a no of the proxy. */
  readonly openTunnel: (proxy: Proxy, origin: string) => Promise<Socket>
  /** The proxy that the last of the ways through one led through; null: all is reached straight. */
  readonly state: () => ProxyState | null
  /**
   * Asks the proxy whether it takes a name and password, and keeps them when it does.
   * @throws PlainProblem when it does not, or can't be asked; nothing is kept then.
   */
  readonly signIn: (wish: { readonly host: string; readonly userPass: Secret; readonly acceptWeakStorage: boolean }) => Promise<Keeping>
  readonly forget: (host: string) => void
  /** The machine woke or the network is another one: the system is asked anew. */
  readonly forgetAnswers: () => void
  /** A person has set another way; what is under way goes on. `origin`: what the next word is to be about; null: nothing. */
  readonly rulesChanged: (origin: string | null) => void
  /** Another authority is trusted, or one no more: what is under way goes on, and what comes next is asked for its certificate anew. */
  readonly connectAnew: () => void
  readonly close: () => Promise<void>
}

/** A proxy that was met: what it said last, and where a way through it was to lead. */
type Met = {
  readonly proxy: Proxy
  readonly source: ProxyState['source']
  /** Name and password that the environment gives; those that a person entered go before. */
  readonly given: Secret | null
  target: string
  hasPassword: boolean
  wants: ProxyState['wants']
}

/**
 * Chooses the way to an origin as a person has set: as the system says, or the environment where the system knows of no proxy; straight;
 * through one proxy; or as a script says. The first entry that Kiln can speak counts; where there is none the way is straight. A script that does not
 * say anything is none that says straight: what would be sent fails, and nothing has left.
 */
export function createSystemProxy(parts: {
  /** The system's own answer for a URL, as a PAC string. */
  readonly resolveProxy: (url: string) => Promise<string>
  /** What the script at an address says of a URL, as a PAC string. Rejects where it says nothing. */
  readonly resolveByScript: (pacUrl: string, url: string) => Promise<string>
  /** What a person has set; asked for each way anew. */
  readonly rules: () => NetworkRules
  readonly environment: { readonly [name: string]: string | undefined }
  readonly passwords: ProxyPasswords
  readonly now: () => number
  readonly onChange: (state: ProxyState | null) => void
}): SystemProxy {
  const { resolveProxy, resolveByScript, rules, environment, passwords, now, onChange } = parts
  let direct = createLateAgent()
  const retiredAgents: LateAgent[] = []
  const ways = new Map<string, Promise<ProxyWay>>()
  const retired: Promise<ProxyWay>[] = []
  const met = new Map<string, Met>()
  const answers = new Map<string, { readonly dispatcher: Dispatcher; readonly until: number }>()
  /** Raised with every change after which a way has to be chosen anew: what was asked before it does not count. */
  let generation = 0
  let last: { readonly host: string; readonly origin: string } | null = null
  let told = ''

  function state(): ProxyState | null {
    const one = last === null ? undefined : met.get(last.host)
    if (one === undefined) return null
    const { proxy, source, wants, hasPassword } = one
    return { host: proxy.host, source, wants, isRefused: wants === 'password' && hasPassword, hasPassword }
  }

  function tell(): void {
    const found = state()
    const text = JSON.stringify(found)
    if (text === told) return
    told = text
    onChange(found)
  }

  async function chooseFor(origin: string): Promise<{ choice: ProxyChoice; source: ProxyState['source']; given: Secret | null }> {
    const { way, proxy, exceptions, pacUrl } = rules()
    const isStraight = way === 'direct' || (way !== 'system' && isLoopbackHost(new URL(origin).hostname))
    if (isStraight || (way === 'manual' && isExempt(origin, exceptions)))
      return { choice: { kind: 'direct' }, source: 'manual', given: null }
    if (way === 'manual') return { choice: { kind: proxy.kind, host: `${proxy.host}:${proxy.port}` }, source: 'manual', given: null }
    if (way === 'pac') {
      const byScript = chooseProxy(await resolveByScript(pacUrl, origin))
      return { choice: byScript, source: 'pac', given: null }
    }
    const bySystem = chooseProxy(await resolveProxy(origin).catch(() => 'DIRECT'))
    if (bySystem.kind !== 'direct') return { choice: bySystem, source: 'system', given: null }
    const named = environmentProxy(origin, environment)
    if (named === null) return { choice: bySystem, source: 'system', given: null }
    const { kind, host, userPass } = named
    return { choice: { kind, host }, source: 'environment', given: userPass === null ? null : new Secret(userPass) }
  }

  /** Chooses the way anew where it changes while it is being asked for. @throws what stands in it, and where it changes on and on. */
  async function dispatcherOf(origin: string): Promise<Dispatcher> {
    for (let choices = 0; choices < mostChoices; choices += 1) {
      const begunIn = generation
      const isStill = (): boolean => generation === begunIn
      const dispatcher = await dispatcherWhile(isStill, origin)
      if (dispatcher === null || !isStill()) continue
      answers.set(origin, { dispatcher, until: now() + answerLifetimeInMs })
      return dispatcher
    }
    throw new Error('The way to the network changes on and on.')
  }

  /** Null: the way changed meanwhile, and nothing of what was said of the old one is told. */
  async function dispatcherWhile(isStill: () => boolean, origin: string): Promise<Dispatcher | null> {
    let chosen: Awaited<ReturnType<typeof chooseFor>>
    try {
      chosen = await chooseFor(origin)
    } catch (error) {
      if (!isStill()) return null
      leadStraight(origin)
      throw error
    }
    if (!isStill()) return null
    const { choice, source, given } = chosen
    if (choice.kind === 'direct' || choice.kind === 'unknown') {
      leadStraight(origin)
      return direct.get()
    }
    const { host } = choice
    const before = met.get(host)
    if (before === undefined || before.proxy.kind !== choice.kind || before.source !== source)
      met.set(host, { proxy: choice, source, given, target: origin, hasPassword: before?.hasPassword ?? false, wants: null })
    last = { host, origin }
    const way = await wayThrough(choice)
    tell()
    return way.dispatcherFor(origin)
  }

  /** No proxy is on the way to it, as far as is known. */
  function leadStraight(origin: string): void {
    if (last?.origin === origin) last = null
    tell()
  }

  function wayThrough(proxy: Proxy): Promise<ProxyWay> {
    const uri = `${proxy.kind}://${proxy.host}`
    const opened = ways.get(uri) ?? openWay(proxy)
    ways.set(uri, opened)
    return opened
  }

  async function openWay(proxy: Proxy): Promise<ProxyWay> {
    const one = met.get(proxy.host)
    const userPass = (await passwords.read(proxy.host)) ?? one?.given ?? null
    if (one !== undefined) one.hasPassword = userPass !== null
    const { openProxyWay } = await import('./proxy-way.ts')
    return openProxyWay(proxy, userPass, (word) => hear(proxy.host, word))
  }

  function hear(host: string, { status, schemes }: ProxyWord): void {
    const one = met.get(host)
    if (one === undefined) return
    one.wants = status !== 407 ? null : schemes.length === 0 || schemes.includes('basic') ? 'password' : 'other'
    if (one.wants !== null) last = { host, origin: one.target }
    tell()
  }

  /** What is under way through it may go on; what comes next goes another way. */
  function openAnew(proxy: Proxy): void {
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
    wayTo: async (origin) => {
      try {
        const { choice, source } = await chooseFor(origin)
        return { proxy: choice.kind === 'direct' || choice.kind === 'unknown' ? null : choice, source, script: null }
      } catch (error) {
        return {
          proxy: null,
          source: rules().way === 'pac' ? 'pac' : 'system',
          script: error instanceof ScriptRefusal ? error.trouble : null
        }
      }
    },
    openTunnel: async (proxy, origin) => {
      const { openProxyWay } = await import('./proxy-way.ts')
      const way = openProxyWay(proxy, (await passwords.read(proxy.host)) ?? met.get(proxy.host)?.given ?? null, () => undefined)
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
        throw new PlainProblem(say('The way does not lead through this proxy any more.'), { advice: say('Look again.') })
      const word = await ask(one, userPass)
      if (word.status === 407) {
        throw new PlainProblem(say('The proxy does not take this name and password.'), {
          field: 'password',
          advice: say('They are those of the network, not of your account at the service. Who looks after the network knows them.')
        })
      }
      const keeping = await passwords.keep(host, userPass, { acceptWeakStorage })
      openAnew(one.proxy)
      one.hasPassword = true
      one.wants = null
      tell()
      return keeping
    },
    forget: (host) => {
      passwords.forget(host)
      const one = met.get(host)
      if (one === undefined) return
      openAnew(one.proxy)
      one.hasPassword = one.given !== null
      tell()
    },
    forgetAnswers,
    rulesChanged: (origin) => {
      forgetAnswers()
      last = null
      tell()
      // What stands in its way is told to who asks for it.
      if (origin !== null) dispatcherOf(origin).catch(() => undefined)
    },
    connectAnew: () => {
      retired.push(...ways.values())
      ways.clear()
      forgetAnswers()
      retiredAgents.push(direct)
      direct = createLateAgent()
    },
    close: async () => {
      const opened = await Promise.all([...ways.values(), ...retired])
      await Promise.all([direct.destroy(), ...retiredAgents.map((agent) => agent.destroy()), ...opened.map((way) => way.close())])
    }
  }
}

async function ask({ proxy, target }: Met, userPass: Secret): Promise<ProxyWord> {
  const { openProxyWay } = await import('./proxy-way.ts')
  const way = openProxyWay(proxy, userPass, () => undefined)
  try {
    return await way.tryTunnel(target)
  } catch (cause) {
    throw new PlainProblem(say('The proxy could not be reached.'), {
      advice: say('Look whether the network is there, then try again.'),
      cause
    })
  } finally {
    await way.close()
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
