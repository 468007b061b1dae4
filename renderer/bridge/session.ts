import { createStore } from 'zustand/vanilla'
import type { Capability } from '../../shared/capability.ts'
import { readCapabilityList } from '../../shared/capability-list.ts'
import type { AccountState } from '../../shared/connection.ts'
import type { AppInfo } from '../../shared/ipc.ts'
import type { ProxyState } from '../../shared/proxy.ts'
import type { Settings } from '../../shared/settings.ts'
import type { StorageState } from '../../shared/storage.ts'
import { followBatches } from './batches.ts'
import { startFarewell } from './farewell.ts'
import { listen, request, requestAll } from './kiln.ts'
import { nextFrame } from './next-frame.ts'
import { TaskStore } from './task-store.ts'

/** Something that comes from main: not here yet, here, or not to be had. */
export type Loadable<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly message: string }

export type Session = {
  readonly appInfo: Loadable<AppInfo>
  readonly account: Loadable<AccountState>
  readonly settings: Loadable<Settings>
  readonly storage: Loadable<StorageState>
  readonly proxy: Loadable<ProxyState | null>
  readonly capabilities: Loadable<readonly Capability[]>
  /** Of the task list; the tasks themselves are in `tasks`. */
  readonly taskList: Loadable<null>
}

const loading = { state: 'loading' } as const

/** Main owns the truth; this is the page's copy of it, kept by `startSession`. */
export const session = createStore<Session>(() => ({
  appInfo: loading,
  account: loading,
  settings: loading,
  storage: loading,
  proxy: loading,
  capabilities: loading,
  taskList: loading
}))

export const tasks = new TaskStore(nextFrame)

/** Listens first, then asks, so that nothing falls between. Returns a function that stops listening. */
export function startSession(): () => void {
  const stops = [
    followBatches(),
    listen('tasks.changed', (changed) => changed.forEach((task) => tasks.change(task))),
    startFarewell(),
    listen('task.progress', ({ id, progress }) => tasks.progress(id, progress)),
    listen('account.changed', (value) => session.setState({ account: { state: 'ready', value } })),
    listen('capabilities.changed', (list) => session.setState({ capabilities: { state: 'ready', value: readCapabilityList(list) } })),
    listen('settings.changed', (value) => session.setState({ settings: { state: 'ready', value } })),
    listen('storage.changed', (value) => session.setState({ storage: { state: 'ready', value } })),
    listen('proxy.changed', (value) => session.setState({ proxy: { state: 'ready', value } }))
  ]
  void loadSession()
  return () => stops.forEach((stop) => stop())
}

/** Asks again for all that is not here yet. */
export async function loadSession(): Promise<void> {
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
    return outcome.ok ? { ok: true, value: readCapabilityList(outcome.value) } : outcome
  })
}

export async function loadTasks(): Promise<void> {
  const outcome = await requestAll('task.list')
  if (outcome.ok) tasks.load(outcome.value)
  session.setState({ taskList: outcome.ok ? { state: 'ready', value: null } : { state: 'failed', message: outcome.message } })
}

/** An announcement that came while we were asking is newer than the answer: the answer then counts for nothing. */
async function load<Name extends Exclude<keyof Session, 'taskList'>>(
  name: Name,
  ask: () => Promise<{ ok: true; value: Extract<Session[Name], { state: 'ready' }>['value'] } | { ok: false; message: string }>
): Promise<void> {
  if (session.getState()[name].state === 'failed') session.setState({ [name]: loading })
  const outcome = await ask()
  if (session.getState()[name].state === 'ready') return
  session.setState({ [name]: outcome.ok ? { state: 'ready', value: outcome.value } : { state: 'failed', message: outcome.message } })
}
