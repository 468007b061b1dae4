import type { Session } from 'electron'
import type { ScriptTrouble } from '../../shared/network.ts'
import { errorCode } from '../api/http-client.ts'
import { proxyCodes } from '../api/obstacle.ts'
import { brokenHost, readHost, scriptAddress } from './script-address.ts'

type ProxySession = Pick<Session, 'setProxy' | 'resolveProxy' | 'forceReloadProxyConfig'>

export type ScriptedSession = {
  readonly resolveBySystem: (url: string) => Promise<string>
  /** @throws ScriptRefusal where the script can't be had or followed: what it would have said is not guessed. */
  readonly resolveByScript: (pacUrl: string, url: string) => Promise<string>
  /** Whether a script can be had and followed, read anew; null: it can. */
  readonly tryScript: (pacUrl: string) => Promise<ScriptTrouble | null>
  /** The network is another one: settings and scripts are read anew. */
  readonly readAnew: () => void
}

/** Thrown where a script does not say the way; nothing has left then. */
export class ScriptRefusal extends Error {
  override readonly name = 'ScriptRefusal'
  readonly code: string
  readonly trouble: ScriptTrouble
  constructor(trouble: ScriptTrouble) {
    const code = trouble.kind === 'silent' ? proxyCodes.scriptSilent : proxyCodes.scriptBroken
    super(code)
    this.code = code
    this.trouble = trouble
  }
}

/** How long a script that was read holds; a network that is another one comes before. */
const scriptLifetimeInMs = 30 * 60_000
/** How long a script that did not answer, or can't be followed, is not asked for again. */
const silenceLifetimeInMs = 3_000
const longestRunInMs = 10_000

/**
 * Lets Chromium say what the system or a script of the person's says of a URL: it runs the script away from Kiln. Pages have no network of their
 * own, so the way of their session is free for this. The script is fetched by Kiln: Chromium goes straight where it can't have or follow one, and
 * does not tell; and it knows nothing of an authority of the person's own.
 */
export function createScriptedSession(parts: {
  readonly session: ProxySession
  /** The text at an address. */
  readonly fetchScript: (address: string) => Promise<string>
  /** False: this computer has no address in any network, so that a script that does not answer says nothing. */
  readonly isOnNetwork: () => boolean
  readonly now: () => number
  /** Told when a script can't be had or followed any more, and when it can again. */
  readonly onTrouble: (trouble: ScriptTrouble | null) => void
}): ScriptedSession {
  const { session, fetchScript, isOnNetwork, now, onTrouble } = parts
  /** The script that Chromium follows; `text` null: it was told one, and has to be told anew. Null: it does as the system says. */
  let inForce: { readonly text: string | null } | null = null
  let turn: Promise<unknown> = Promise.resolve()
  /** `isUnreadable`: Chromium could not read it. It is not asked to again before the script is had anew: that may take `longestRunInMs`. */
  let read: { readonly pacUrl: string; readonly text: Promise<string>; until: number; isUnreadable: boolean } | null = null
  let told: string = JSON.stringify(null)

  function tell(trouble: ScriptTrouble | null): void {
    const words = JSON.stringify(trouble)
    if (words === told) return
    told = words
    onTrouble(trouble)
  }

  /** One after the other: between the setting and the question nobody else may set it. */
  function inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const answer = turn.then(ask)
    turn = answer.catch(() => undefined)
    return answer
  }

  function scriptAt(pacUrl: string): NonNullable<typeof read> {
    if (read !== null && read.pacUrl === pacUrl && now() < read.until) return read
    const one = { pacUrl, text: fetchScript(pacUrl), until: now() + scriptLifetimeInMs, isUnreadable: false }
    read = one
    one.text.catch(() => {
      one.until = now() + silenceLifetimeInMs
    })
    return one
  }

  async function resolveByScript(pacUrl: string, url: string): Promise<string> {
    try {
      const script = scriptAt(pacUrl)
      const text = await script.text.catch((error: unknown) => {
        throw isOnNetwork() ? new ScriptRefusal({ kind: 'silent', reason: errorCode(error) }) : error
      })
      const answer = await inTurn(async () => {
        if (script.isUnreadable) return ''
        if (inForce?.text !== text) {
          inForce = { text: null }
          await session.setProxy({ mode: 'pac_script', pacScript: scriptAddress(text) })
          script.isUnreadable = !(await said(`http://${readHost}/`)).includes(readHost)
          if (script.isUnreadable) return ''
          inForce = { text }
        }
        return said(url)
      })
      if (answer === '' || answer.includes(brokenHost)) {
        // What lies there may be the page of a network that wants people to sign in first. The moment is not drawn out by asking again within it.
        script.until = Math.min(script.until, now() + silenceLifetimeInMs)
        throw new ScriptRefusal({ kind: 'broken', reason: null })
      }
      tell(null)
      return answer
    } catch (error) {
      if (error instanceof ScriptRefusal) tell(error.trouble)
      throw error
    }
  }

  /** What Chromium answers; nothing, where the script runs on and on. */
  async function said(url: string): Promise<string> {
    const patience = Promise.withResolvers<string>()
    const timer = setTimeout(() => patience.resolve(''), longestRunInMs)
    try {
      return await Promise.race([session.resolveProxy(url), patience.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    resolveBySystem: (url) =>
      inTurn(async () => {
        if (inForce !== null) {
          await session.setProxy({ mode: 'system' })
          inForce = null
        }
        return session.resolveProxy(url)
      }),
    resolveByScript,
    tryScript: async (pacUrl) => {
      read = null
      try {
        await resolveByScript(pacUrl, `http://${readHost}/`)
        return null
      } catch (error) {
        return error instanceof ScriptRefusal ? error.trouble : { kind: 'silent', reason: errorCode(error) }
      }
    },
    readAnew: () => {
      read = null
      void inTurn(() => {
        if (inForce !== null) inForce = { text: null }
        return session.forceReloadProxyConfig()
      }).catch(() => undefined)
    }
  }
}
