import type Electron from 'electron'
import { createPacResolver } from 'pac-resolver'
import { QuickJS } from 'quickjs-wasi'

type Built = Pick<Electron.Session, 'setProxy' | 'resolveProxy' | 'forceReloadProxyConfig'>

/** Proxy resolution of a session. There is no system proxy here. A PAC file is downloaded and run on each call, as in Chromium. */
export class ProxyScript implements Built {
  private pacScript: string | null = null

  async setProxy({ mode, pacScript }: Electron.ProxyConfig): Promise<void> {
    if (mode !== 'system' && mode !== 'pac_script') throw new Error(`stand-in: mode ${mode} of session.setProxy is not implemented`)
    this.pacScript = mode === 'pac_script' ? (pacScript ?? null) : null
  }

  /**
   * Electron makes the PAC file mandatory (`electron_api_session.cc`). The result is an empty string if the file can't be loaded or run.
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
