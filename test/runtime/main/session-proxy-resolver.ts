import type Electron from 'electron'
import { createPacResolver } from 'pac-resolver'
import { QuickJS } from 'quickjs-wasi'

type Built = Pick<Electron.Session, 'setProxy' | 'resolveProxy' | 'forceReloadProxyConfig'>

/**
 * Proxy resolution of a session. The stand-in doesn't have a system proxy. As in Chromium, PAC files are downloaded and run. The stand-in
 * does so on each call.
 */
export class SessionProxyResolver implements Built {
  private pacScript: string | null = null

  async setProxy({ mode, pacScript }: Electron.ProxyConfig): Promise<void> {
    if (mode !== 'system' && mode !== 'pac_script') throw new Error(`stand-in: mode ${mode} of session.setProxy is not implemented`)
    this.pacScript = mode === 'pac_script' ? (pacScript ?? null) : null
  }

  /**
   * Resolves to the proxies for a URL, or to `DIRECT` without a PAC file. Resolves to an empty string if the PAC file can't be loaded or
   * run. Electron makes the PAC file mandatory (`electron_api_session.cc`).
   */
  async resolveProxy(url: string): Promise<string> {
    if (this.pacScript === null) return 'DIRECT'
    try {
      const answer = await fetch(this.pacScript)
      if (!answer.ok) return ''
      const find = createPacResolver(await QuickJS.create(), await answer.text())
      return await find(url, new URL(url).hostname)
    } catch {
      return ''
    }
  }

  async forceReloadProxyConfig(): Promise<void> {}
}
