import type { Session } from 'electron'
import type { PacError } from '../../shared/app/network.ts'
import { errorCode } from '../service/http-client.ts'
import { proxyErrorCodes } from '../service/network-block.ts'
import { pacErrorHost, pacProbeHost, pacDataUrl } from './pac-url.ts'

type ProxySession = Pick<Session, 'setProxy' | 'resolveProxy' | 'forceReloadProxyConfig'>

export type PacSession = {
  readonly resolveBySystem: (url: string) => Promise<string>
  /**
   * Returns the PAC file's result for a URL. @throws PacResolutionError if the PAC file can't be loaded or evaluated. Kiln never guesses a
   * result.
   */
  readonly resolveWithPac: (pacUrl: string, url: string) => Promise<string>
  /** Downloads the PAC file again and tests it. Resolves to null if the PAC file works. */
  readonly testPac: (pacUrl: string) => Promise<PacError | null>
  /** Reloads the proxy settings and PAC files. Call after a network change. */
  readonly reload: () => void
}

/** Thrown if a PAC file can't provide a route. Nothing was sent. */
export class PacResolutionError extends Error {
  override readonly name = 'PacResolutionError'
  readonly code: string
  readonly pacError: PacError
  constructor(trouble: PacError) {
    const code = trouble.kind === 'silent' ? proxyErrorCodes.scriptSilent : proxyErrorCodes.scriptBroken
    super(code)
    this.code = code
    this.pacError = trouble
  }
}

/** How long a loaded PAC file is cached, unless the network changes first. */
const scriptLifetimeInMs = 30 * 60_000
/** Time before a failed PAC file is requested again. */
const silenceLifetimeInMs = 3_000
const longestRunInMs = 10_000

/**
 * Lets Chromium evaluate the system's settings or the user's PAC file for a URL. The PAC file's code then runs outside Kiln's main process.
 * Pages don't have network access, so changing their session's proxy doesn't affect them. Kiln downloads the PAC file itself for two
 * reasons. Chromium doesn't use the user's own certificate authorities. Chromium also doesn't report why a PAC file failed. In that case,
 * `resolveProxy` only returns an empty string, because Electron makes PAC mandatory (`electron_api_session.cc`).
 */
export function createPacSession(parts: {
  readonly session: ProxySession
  /** Downloads the PAC file at `address` and resolves to its text. */
  readonly fetchScript: (address: string) => Promise<string>
  /** False if this computer doesn't have a network address. In that case, a failed download doesn't mean that the PAC file is broken. */
  readonly isOnNetwork: () => boolean
  readonly now: () => number
  /** Called when a PAC file stops working, and when it works again. */
  readonly onTrouble: (trouble: PacError | null) => void
}): PacSession {
  const { session, fetchScript, isOnNetwork, now, onTrouble } = parts
  /**
   * The PAC file that Chromium uses. Null if Chromium uses the system settings. `text` is null if the PAC file must be set again, such as
   * after a failed attempt.
   */
  let inForce: { readonly text: string | null } | null = null
  let turn: Promise<unknown> = Promise.resolve()
  /**
   * The last download. `isUnreadable`: true if Chromium couldn't read the file. Kiln then doesn't test the file again before the next
   * download, because an attempt may take `longestRunInMs`.
   */
  let read: { readonly pacUrl: string; readonly text: Promise<string>; until: number; isUnreadable: boolean } | null = null
  let told: string = JSON.stringify(null)

  function tell(trouble: PacError | null): void {
    const words = JSON.stringify(trouble)
    if (words === told) return
    told = words
    onTrouble(trouble)
  }

  /** Runs calls one at a time, so that the PAC file can't change between `setProxy` and `resolveProxy`. */
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
        throw isOnNetwork() ? new PacResolutionError({ kind: 'silent', reason: errorCode(error) }) : error
      })
      const answer = await inTurn(async () => {
        if (script.isUnreadable) return ''
        if (inForce?.text !== text) {
          inForce = { text: null }
          await session.setProxy({ mode: 'pac_script', pacScript: pacDataUrl(text) })
          script.isUnreadable = !(await said(`http://${pacProbeHost}/`)).includes(pacProbeHost)
          if (script.isUnreadable) return ''
          inForce = { text }
        }
        return said(url)
      })
      if (answer === '' || answer.includes(pacErrorHost)) {
        // The downloaded file may be a captive portal's page, so it is requested again soon. Further calls don't extend the wait.
        script.until = Math.min(script.until, now() + silenceLifetimeInMs)
        throw new PacResolutionError({ kind: 'broken', reason: null })
      }
      tell(null)
      return answer
    } catch (error) {
      if (error instanceof PacResolutionError) tell(error.pacError)
      throw error
    }
  }

  /** Returns Chromium's result, or an empty string if the PAC file takes longer than `longestRunInMs`. */
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
        await resolveByScript(pacUrl, `http://${pacProbeHost}/`)
        return null
      } catch (error) {
        return error instanceof PacResolutionError ? error.pacError : { kind: 'silent', reason: errorCode(error) }
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
