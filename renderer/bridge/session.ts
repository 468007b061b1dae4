import { createStore } from 'zustand/vanilla'
import type { Capability } from '../../shared/capability.ts'
import type { AccountState } from '../../shared/connection.ts'
import type { AppInfo } from '../../shared/ipc.ts'
import type { Settings } from '../../shared/settings.ts'
import { listen, request } from './kiln.ts'
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
  capabilities: loading,
  taskList: loading
}))

export const tasks = new TaskStore(nextFrame)

/** Listens first, then asks, so that nothing falls between. Returns a function that stops listening. */
export function startSession(): () => void {
  const stops = [
    listen('task.changed', (task) => tasks.change(task)),
    listen('task.progress', ({ id, progress }) => tasks.progress(id, progress)),
    listen('account.changed', (value) => session.setState({ account: { state: 'ready', value } })),
    listen('capabilities.changed', (value) => session.setState({ capabilities: { state: 'ready', value } })),
    listen('settings.changed', (value) => session.setState({ settings: { state: 'ready', value } }))
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
    loadCapabilities(),
    loadTasks()
  ])
}

export async function loadCapabilities(): Promise<void> {
  await load('capabilities', () => request('capability.list'))
}

export async function loadTasks(): Promise<void> {
  const outcome = await request('task.list')
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
