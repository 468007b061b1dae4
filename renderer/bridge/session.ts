import { createStore } from 'zustand/vanilla'
import type { Capability } from '../../shared/form/capability.ts'
import { parseCapabilityList } from '../../shared/form/capability-list-json.ts'
import type { AccountState } from '../../shared/app/connection.ts'
import type { AppInfo } from '../../shared/ipc/app.ts'
import type { ProxyState } from '../../shared/app/proxy.ts'
import type { Settings } from '../../shared/app/settings.ts'
import type { StorageState } from '../../shared/library/storage.ts'
import { subscribeToBatches } from './batches.ts'
import { startCloseFlush } from './flush-on-close.ts'
import { subscribe, request, requestAll } from './kiln.ts'
import { withPendingSettings } from './pending-settings.ts'
import { runOnNextFrame } from './run-on-next-frame.ts'
import { TaskStore } from './task-store.ts'

/** A value from main: loading, ready or failed. */
export type Loadable<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly message: string }

export type Session = {
  readonly appInfo: Loadable<AppInfo>
  /** False if the system has no secure store. Stays `loading` while a keychain or keyring dialog is open. */
  readonly isKeyStorageSecure: Loadable<boolean>
  readonly account: Loadable<AccountState>
  readonly settings: Loadable<Settings>
  readonly storage: Loadable<StorageState>
  readonly proxy: Loadable<ProxyState | null>
  readonly capabilities: Loadable<readonly Capability[]>
  /** State of the task list. The tasks themselves are in `taskStore`. */
  readonly taskList: Loadable<null>
}

const loading = { state: 'loading' } as const

/** The page's copy of main's state, kept up to date by `startSession`. */
export const session = createStore<Session>(() => ({
  appInfo: loading,
  isKeyStorageSecure: loading,
  account: loading,
  settings: loading,
  storage: loading,
  proxy: loading,
  capabilities: loading,
  taskList: loading
}))

export const taskStore = new TaskStore(runOnNextFrame)

/** Listens for main's events, then requests the state, so that no change is missed. Returns a function that stops listening. */
export function startSession(): () => void {
  const stops = [
    subscribeToBatches(),
    subscribe('tasks.changed', (changed) => changed.forEach((task) => taskStore.change(task))),
    startCloseFlush(),
    subscribe('task.progress', ({ id, progress }) => taskStore.progress(id, progress)),
    subscribe('account.changed', (value) => session.setState({ account: { state: 'ready', value } })),
    subscribe('capabilities.changed', (list) => session.setState({ capabilities: { state: 'ready', value: parseCapabilityList(list) } })),
    subscribe('settings.changed', (value) => session.setState({ settings: { state: 'ready', value: withPendingSettings(value) } })),
    subscribe('storage.changed', (value) => session.setState({ storage: { state: 'ready', value } })),
    subscribe('proxy.changed', (value) => session.setState({ proxy: { state: 'ready', value } }))
  ]
  void loadSession()
  return () => stops.forEach((stop) => stop())
}

/** Requests the whole session from main. Parts that are already loaded keep their values, because events keep these values up to date. */
export async function loadSession(): Promise<void> {
  // Not awaited, because the response may wait until the user has answered a keychain dialog.
  void load('isKeyStorageSecure', () => request('account.isKeyStorageSecure'))
  await Promise.all([
    load('appInfo', () => request('app.info')),
    load('account', () => request('account.state')),
    load('settings', () => request('settings.get')),
    load('storage', () => request('storage.state')),
    load('proxy', () => request('proxy.state')),
    loadCapabilities(),
    loadTasks()
  ])
}

export async function loadCapabilities(): Promise<void> {
  await load('capabilities', async () => {
    const outcome = await request('capability.list')
    return outcome.ok ? { ok: true, value: parseCapabilityList(outcome.value) } : outcome
  })
}

export async function loadTasks(): Promise<void> {
  const outcome = await requestAll('task.list')
  if (outcome.ok) taskStore.load(outcome.value)
  session.setState({ taskList: outcome.ok ? { state: 'ready', value: null } : { state: 'failed', message: outcome.message } })
}

/** Requests one part of the session. If an event sets the part meanwhile, the response is ignored, because the event is newer. */
async function load<Name extends Exclude<keyof Session, 'taskList'>>(
  name: Name,
  ask: () => Promise<{ ok: true; value: Extract<Session[Name], { state: 'ready' }>['value'] } | { ok: false; message: string }>
): Promise<void> {
  if (session.getState()[name].state === 'failed') session.setState({ [name]: loading })
  const outcome = await ask()
  if (session.getState()[name].state === 'ready') return
  session.setState({ [name]: outcome.ok ? { state: 'ready', value: outcome.value } : { state: 'failed', message: outcome.message } })
}
