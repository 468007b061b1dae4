import { onTestFinished } from 'vitest'
import { createSystemProxy, type SystemProxy } from '../../electron/desktop/system-proxy.ts'
import { defaultNetworkRules } from '../../shared/network.ts'

/** The way to the network of a computer that has no proxy. Goes with the test. */
export function straightWay(): SystemProxy {
  const way = createSystemProxy({
    resolveProxy: async () => 'DIRECT',
    resolveByScript: async () => 'DIRECT',
    rules: () => defaultNetworkRules,
    environment: {},
    passwords: { read: async () => null, keep: async () => 'session', forget: () => undefined },
    now: Date.now,
    onChange: () => undefined
  })
  onTestFinished(way.close)
  return way
}
