import type { Session } from 'electron'
import type { PacError } from '../../shared/network.ts'
import { errorCode } from '../api/http-client.ts'
import { proxyCodes } from '../api/network-block.ts'
import { brokenHost, readHost, pacFileUrl } from './pac-url.ts'

type ProxySession = Pick<Session, 'setProxy' | 'resolveProxy' | 'forceReloadProxyConfig'>

export type PacSession = {
  readonly resolveBySystem: (url: string) => Promise<string>
  /** @throws PacRejection if the PAC file can't be loaded or evaluated. Its result is never guessed. */
  readonly resolveWithPac: (pacUrl: string, url: string) => Promise<string>
  /** Loads and tests a PAC file without the cache. Null if it works. */
  readonly testPac: (pacUrl: string) => Promise<PacError | null>
  /** Call after a network change: reloads settings and PAC files. */
  readonly reload: () => void
}

/** Thrown if a PAC file gives no route. Nothing was sent. */
export class PacRejection extends Error {
  override readonly name = 'PacRejection'
  readonly code: string
  readonly pacError: PacError
  constructor(trouble: PacError) {
    const code = trouble.kind === 'silent' ? proxyCodes.scriptSilent : proxyCodes.scriptBroken
    super(code)
    this.code = code
    this.pacError = trouble
  }
}

/** How long a loaded PAC file is cached, unless the network changes first. */
const scriptLifetimeInMs = 30 * 60_000
/** How long a failed PAC file isn't requested again. */
const silenceLifetimeInMs = 3_000
const longestRunInMs = 10_000

/**
 * Lets Chromium evaluate the system's settings or the user's PAC file for a URL. The PAC file then runs outside Kiln. Pages have no network
 * access, so their session's proxy setting is free for this.
 * Kiln downloads the PAC file itself. If Chromium can't load or evaluate one, `resolveProxy` returns an empty string without a reason.
 * Electron makes PAC mandatory (`electron_api_session.cc`). Chromium also doesn't know the user's own certificate authorities.
 */
export function createPacSession(parts: {
  readonly session: ProxySession
  /** Downloads the text at an address. */
  readonly fetchScript: (address: string) => Promise<string>
  /** False if this computer has no network address, so that an unreachable PAC file means nothing. */
  readonly isOnNetwork: () => boolean
  readonly now: () => number
  /** Called when a PAC file stops working, and when it works again. */
  readonly onTrouble: (trouble: PacError | null) => void
}): PacSession {
  const { session, fetchScript, isOnNetwork, now, onTrouble } = parts
  /**
   * The PAC file that Chromium uses. `text` null if the last attempt to set it failed, so it must be set again. Null if Chromium uses the
   * system settings.
   */
  let inForce: { readonly text: string | null } | null = null
  let turn: Promise<unknown> = Promise.resolve()
  /** `isUnreadable`: Chromium couldn't read it. Not retried before the next download, because a try may take `longestRunInMs`. */
  let read: { readonly pacUrl: string; readonly text: Promise<string>; until: number; isUnreadable: boolean } | null = null
  let told: string = JSON.stringify(null)

  function tell(trouble: PacError | null): void {
    const words = JSON.stringify(trouble)
    if (words === told) return
    told = words
    onTrouble(trouble)
  }

  /** Runs calls one at a time. The PAC file can't change between `setProxy` and `resolveProxy`. */
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
        throw isOnNetwork() ? new PacRejection({ kind: 'silent', reason: errorCode(error) }) : error
      })
      const answer = await inTurn(async () => {
        if (script.isUnreadable) return ''
        if (inForce?.text !== text) {
          inForce = { text: null }
          await session.setProxy({ mode: 'pac_script', pacScript: pacFileUrl(text) })
          script.isUnreadable = !(await said(`http://${readHost}/`)).includes(readHost)
          if (script.isUnreadable) return ''
          inForce = { text }
        }
        return said(url)
      })
      if (answer === '' || answer.includes(brokenHost)) {
        // The response may be a captive portal's page. Further calls don't extend the pause.
        script.until = Math.min(script.until, now() + silenceLifetimeInMs)
        throw new PacRejection({ kind: 'broken', reason: null })
      }
      tell(null)
      return answer
    } catch (error) {
      if (error instanceof PacRejection) tell(error.pacError)
      throw error
    }
  }

  /** Chromium's result, or an empty string if the PAC file runs too long. */
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
    resolveWithPac: resolveByScript,
    testPac: async (pacUrl) => {
      read = null
      try {
        await resolveByScript(pacUrl, `http://${readHost}/`)
        return null
      } catch (error) {
        return error instanceof PacRejection ? error.pacError : { kind: 'silent', reason: errorCode(error) }
      }
    },
    reload: () => {
      read = null
      void inTurn(() => {
        if (inForce !== null) inForce = { text: null }
        return session.forceReloadProxyConfig()
      }).catch(() => undefined)
    }
  }
}
