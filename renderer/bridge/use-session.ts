import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { Capability } from '../../shared/form/capability.ts'
import type { AccountState, ConnectionSummary } from '../../shared/app/connection.ts'
import type { AppInfo } from '../../shared/ipc/app.ts'
import type { Settings } from '../../shared/app/settings.ts'
import type { ProxyState } from '../../shared/app/proxy.ts'
import type { StorageState } from '../../shared/library/storage.ts'
import { say } from '../../shared/i18n/say.ts'
import type { Loadable } from './session.ts'
import { session } from './session.ts'

/** Returns facts about the app. Null until loaded. */
export function useAppInfo(): AppInfo | null {
  return useStore(session, ({ appInfo }) => (appInfo.state === 'ready' ? appInfo.value : null))
}

/** True if the system's secure store protects saved API keys. Null until the secure store has responded. */
export function useIsKeyStorageSecure(): boolean | null {
  return useStore(session, ({ isKeyStorageSecure }) => (isKeyStorageSecure.state === 'ready' ? isKeyStorageSecure.value : null))
}

/** Returns the active account's state. Null until loaded. */
export function useAccount(): AccountState | null {
  return useStore(session, ({ account }) => (account.state === 'ready' ? account.value : null))
}

/** Returns all connections that tasks may belong to. The active connection is first. */
export function useConnections(): readonly ConnectionSummary[] {
  const account = useAccount()
  return useMemo(() => [...(account?.connection ? [account.connection] : []), ...(account?.others ?? [])], [account])
}

/** Returns a function that resolves a connection ID to the connection's name. The name of an unknown connection is “Another account”. */
export function useConnectionName(): (id: string) => string {
  const connections = useConnections()
  return useMemo(() => {
    const names = new Map(connections.map(({ id, name }) => [id, name]))
    return (id) => names.get(id) ?? say('Another account')
  }, [connections])
}

/** Returns the user's settings. Null until loaded. */
export function useSettings(): Settings | null {
  return useStore(session, ({ settings }) => (settings.state === 'ready' ? settings.value : null))
}

/** Returns the state of the library folder and the data folder. Null until loaded. */
export function useStorageState(): StorageState | null {
  return useStore(session, ({ storage }) => (storage.state === 'ready' ? storage.value : null))
}

/** Returns the proxy used to reach the service. Null if no proxy is used, or if the state isn't loaded yet. */
export function useProxyState(): ProxyState | null {
  return useStore(session, ({ proxy }) => (proxy.state === 'ready' ? proxy.value : null))
}

export function useCapabilities(): Loadable<readonly Capability[]> {
  return useStore(session, ({ capabilities }) => capabilities)
}

export function useTaskListState(): Loadable<null> {
  return useStore(session, ({ taskList }) => taskList)
}

/** Returns the capabilities by ID, as the same Map until they change. Empty until loaded. */
export function useCapabilityMap(): ReadonlyMap<string, Capability> {
  const capabilities = useCapabilities()
  return useMemo(
    () => new Map(capabilities.state === 'ready' ? capabilities.value.map((capability) => [capability.id, capability]) : []),
    [capabilities]
  )
}

/** Returns the capability with this ID. Null if the service doesn't have it, or if the list isn't loaded yet. */
export function useCapability(id: string): Capability | null {
  return useCapabilityMap().get(id) ?? null
}
