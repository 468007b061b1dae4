import { onTestFinished } from 'vitest'
import { createProxyRouter, type ProxyRouter } from '../../../electron/network/proxy-router.ts'
import { defaultNetworkSettings } from '../../../shared/app/network.ts'

/** Returns a `ProxyRouter` that always connects directly. Closes the `ProxyRouter` at the end of the test. */
export function createDirectProxyRouter(): ProxyRouter {
  const way = createProxyRouter({
    resolveProxy: async () => 'DIRECT',
    resolveWithPac: async () => 'DIRECT',
    rules: () => defaultNetworkSettings,
    environment: {},
    passwords: { read: async () => null, save: async () => 'session', forget: () => undefined },
    now: Date.now,
    onChange: () => undefined
  })
  onTestFinished(way.close)
  return way
}
