import { join } from 'node:path'
import { session } from 'electron'
import { broadcastEvent } from './desktop/window/window-ipc.ts'
import type { Logger } from './diagnostics/logger.ts'
import type { NetworkPort } from './ipc/ports.ts'
import { checkConnection } from './network/check-connection.ts'
import { openCustomCa } from './network/custom-ca.ts'
import { downloadPacFile } from './network/download-pac-file.ts'
import { isOnNetwork } from './network/is-on-network.ts'
import { createPacSession } from './network/pac-session.ts'
import type { ProxyCredentialStore } from './network/proxy-credential-store.ts'
import { createProxyRouter, type ProxyRouter } from './network/proxy-router.ts'
import { createSystemTrust } from './network/system-certificates.ts'
import type { DispatcherResolver } from './service/http-client.ts'
import type { SettingsStore } from './settings/settings.ts'
import type { Studio } from './studio.ts'

/** The app's network access: certificates, PAC file and proxies. */
export type Network = {
  readonly dispatcherFor: DispatcherResolver
  readonly router: ProxyRouter
  /** Loads the PAC file again and discards cached routes. Call after the computer wakes or the network changes. */
  readonly reset: () => void
  readonly portFor: (studio: Studio) => NetworkPort
}

type NetworkOptions = {
  readonly dataDir: string
  readonly settings: SettingsStore
  readonly log: Logger
  readonly passwords: ProxyCredentialStore
}

export function createNetwork({ dataDir, settings, log, passwords }: NetworkOptions): Network {
  const authority = openCustomCa({
    path: join(dataDir, 'own-authority.pem'),
    now: Date.now,
    onChange: () => {
      trust.ownChanged()
      proxy.reconnect()
    },
    onDefect: (error) => log.error('authority', error)
  })
  const trust = createSystemTrust({ own: authority.certificates, onError: (error) => log.error('certificates', error) })
  const scripted = createPacSession({
    session: session.defaultSession,
    fetchScript: (address) => {
      if (address.startsWith('https:')) trust.beforeConnecting()
      return downloadPacFile(address)
    },
    isOnNetwork,
    now: Date.now,
    onTrouble: (trouble) => log.info('network.script', trouble ?? { kind: 'fine' })
  })
  const proxy = createProxyRouter({
    resolveProxy: scripted.resolveBySystem,
    resolveWithPac: scripted.resolveWithPac,
    rules: () => settings.current().network,
    environment: process.env,
    passwords,
    now: Date.now,
    onChange: (state) => broadcastEvent('proxy.changed', state)
  })
  const dispatcherFor: DispatcherResolver = (origin) => {
    // The connection to a proxy may use TLS even if `origin` doesn't.
    if (origin.startsWith('https:') || settings.current().network.way !== 'system') trust.beforeConnecting()
    return proxy.dispatcherFor(origin)
  }
  function reset(): void {
    scripted.reload()
    proxy.clearRouteCache()
  }

  return {
    dispatcherFor,
    router: proxy,
    reset,
    portFor: (studio) => ({
      check: (baseUrl) => {
        scripted.reload()
        proxy.clearRouteCache()
        return checkConnection(
          {
            route: proxy,
            dispatcherFor,
            beforeConnecting: trust.beforeConnecting,
            own: authority.certificates,
            studio,
            connectedTo: () => studio.account().baseUrl,
            now: Date.now
          },
          baseUrl
        )
      },
      pacError: async () => {
        const { way, pacUrl } = settings.current().network
        return way === 'pac' ? scripted.testPac(pacUrl) : null
      },
      customCa: authority.state,
      importCustomCa: authority.import,
      removeCustomCa: authority.forget,
      settingsChanged: () => {
        const { baseUrl } = studio.account()
        scripted.reload()
        proxy.rulesChanged(baseUrl === null ? null : new URL(baseUrl).origin)
      }
    })
  }
}
