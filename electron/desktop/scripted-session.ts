import type { Session } from 'electron'

type ProxySession = Pick<Session, 'setProxy' | 'resolveProxy' | 'forceReloadProxyConfig'>

export type ScriptedSession = {
  readonly resolveBySystem: (url: string) => Promise<string>
  readonly resolveByScript: (pacUrl: string, url: string) => Promise<string>
  /** The network is another one: settings and scripts are read anew. */
  readonly readAnew: () => void
}

/**
 * Lets Chromium say what the system or a script of the person's says of a URL: it fetches the script, keeps it fresh and runs it away from
 * Kiln. Pages have no network of their own, so the way of their session is free for this.
 */
export function createScriptedSession(session: ProxySession): ScriptedSession {
  let inForce: string | null = null
  let turn: Promise<unknown> = Promise.resolve()

  /** One after the other: between the setting and the question nobody else may set it. */
  function resolve(pacUrl: string | null, url: string): Promise<string> {
    const answer = turn.then(async () => {
      if (inForce !== pacUrl) {
        await session.setProxy(pacUrl === null ? { mode: 'system' } : { mode: 'pac_script', pacScript: pacUrl })
        inForce = pacUrl
      }
      return session.resolveProxy(url)
    })
    turn = answer.catch(() => undefined)
    return answer
  }

  return {
    resolveBySystem: (url) => resolve(null, url),
    resolveByScript: resolve,
    readAnew: () => {
      turn = turn.then(() => session.forceReloadProxyConfig()).catch(() => undefined)
    }
  }
}
