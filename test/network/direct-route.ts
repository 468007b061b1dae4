import { onTestFinished } from 'vitest'
import { createSystemProxy, type SystemProxy } from '../../electron/desktop/system-proxy.ts'
import { defaultNetworkSettings } from '../../shared/network.ts'

/** Returns a `SystemProxy` that always connects directly. Closes the `SystemProxy` at the end of the test. */
export function directRoute(): SystemProxy {
  const way = createSystemProxy({
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
