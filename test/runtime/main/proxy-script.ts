import type Electron from 'electron'
import { createPacResolver } from 'pac-resolver'
import { QuickJS } from 'quickjs-wasi'

type Built = Pick<Electron.Session, 'setProxy' | 'resolveProxy' | 'forceReloadProxyConfig'>

/** The way of a session to the network. There is no system's proxy here; a script is fetched and run for each question, as Chromium would. */
export class ProxyScript implements Built {
  private pacScript: string | null = null

  async setProxy({ mode, pacScript }: Electron.ProxyConfig): Promise<void> {
    if (mode !== 'system' && mode !== 'pac_script') throw new Error(`stand-in: mode ${mode} of session.setProxy is not implemented`)
    this.pacScript = mode === 'pac_script' ? (pacScript ?? null) : null
  }

  async resolveProxy(url: string): Promise<string> {
    if (this.pacScript === null) return 'DIRECT'
    try {
      const answer = await fetch(this.pacScript)
      if (!answer.ok) return 'DIRECT'
      const find = createPacResolver(await QuickJS.create(), await answer.text())
      return await find(url, new URL(url).hostname)
    } catch {
      // A script that can't be had or run is passed over, as Chromium does where it is not made mandatory.
      return 'DIRECT'
    }
  }

  async forceReloadProxyConfig(): Promise<void> {}
}
