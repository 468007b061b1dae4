import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { IpcEventName, IpcEventPayloads, KilnBridge, RequestName } from '../../../shared/ipc/ipc.ts'
import { defaultNetworkSettings } from '../../../shared/app/network.ts'
import { defaultNotificationSettings } from '../../../shared/app/notifications.ts'
import type { Outcome } from '../../../shared/ipc/outcome.ts'
import type { Settings } from '../../../shared/app/settings.ts'
import { defaultUpdateSettings } from '../../../shared/app/update.ts'
import { aTask } from '../a-task.ts'

const settings: Settings = {
  theme: 'dark',
  language: 'system',
  libraryFolder: '/library',
  favourites: [],
  dailyLimit: null,
  confirmAbove: null,
  recipes: { beside: true, inside: true },
  nameRule: '{words}',
  gallery: null,
  library: null,
  notices: defaultNotificationSettings,
  network: defaultNetworkSettings,
  updates: defaultUpdateSettings,
  desktop: { tray: false, opensAtLogin: false, asksBeforeQuit: true },
  spelling: { isOn: false, languages: [] },
  compose: { isPanelOpen: true },
  severalResults: 'ask',
  isSendingPaused: false,
  recentCommands: []
}

/** Creates a window whose main process responds only when the test triggers the response. */
function aWindow() {
  const listeners = new Map<IpcEventName, Set<(payload: never) => void>>()
  const answers = new Map<RequestName, (outcome: Outcome<unknown>) => void>()
  const kiln = {
    request: (name: RequestName) => new Promise((resolve) => answers.set(name, resolve)),
    inspectFile: () => Promise.reject(new Error('no file here')),
    listen: (name: IpcEventName, listener: (payload: never) => void) => {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
      return () => listeners.get(name)?.delete(listener)
    }
  } as unknown as KilnBridge
  vi.stubGlobal('window', { kiln })
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run())
  return {
    announce: <Name extends IpcEventName>(name: Name, payload: IpcEventPayloads[Name]) => {
      for (const listener of listeners.get(name) ?? []) listener(payload as never)
    },
    answer: async (name: RequestName, outcome: Outcome<unknown>) => {
      answers.get(name)?.(outcome)
      await Promise.resolve()
      await Promise.resolve()
      await Promise.resolve()
    }
  }
}

const refusal: Outcome<never> = { ok: false, message: 'Not now.', advice: null, requestId: null, problems: [] }

describe('the page’s copy of main’s state', () => {
  beforeEach(() => vi.resetModules())
  afterEach(() => vi.unstubAllGlobals())

  it('contains main’s response', async () => {
    const main = aWindow()
    const { session, startSession } = await import('../../../renderer/bridge/session.ts')
    startSession()
    expect(session.getState().settings).toEqual({ state: 'loading' })
    await main.answer('settings.get', { ok: true, value: settings })
    expect(session.getState().settings).toEqual({ state: 'ready', value: settings })
  })

  it('keeps an announcement that arrives before an older response', async () => {
    const main = aWindow()
    const { session, startSession } = await import('../../../renderer/bridge/session.ts')
    startSession()
    main.announce('settings.changed', { ...settings, theme: 'light' })
    await main.answer('settings.get', { ok: true, value: settings })
    expect(session.getState().settings).toMatchObject({ value: { theme: 'light' } })
  })

  it('is loaded before the secure store responds', async () => {
    const main = aWindow()
    const { loadSession, session } = await import('../../../renderer/bridge/session.ts')
    const loaded = loadSession()
    const names = ['app.info', 'account.state', 'settings.get', 'storage.state', 'proxy.state', 'capability.list', 'task.list'] as const
    for (const name of names) await main.answer(name, refusal)
    await loaded
    expect(session.getState().isKeyStorageSecure).toEqual({ state: 'loading' })
    await main.answer('account.isKeyStorageSecure', { ok: true, value: true })
    expect(session.getState().isKeyStorageSecure).toEqual({ state: 'ready', value: true })
  })

  it('reports a failed request, and repeats it on demand', async () => {
    const main = aWindow()
    const { session, startSession, loadCapabilities } = await import('../../../renderer/bridge/session.ts')
    startSession()
    await main.answer('capability.list', refusal)
    expect(session.getState().capabilities).toEqual({ state: 'failed', message: 'Not now.' })
    void loadCapabilities()
    expect(session.getState().capabilities).toEqual({ state: 'loading' })
    await main.answer('capability.list', { ok: true, value: '[]' })
    expect(session.getState().capabilities).toEqual({ state: 'ready', value: [] })
  })

  it('follows task changes until it is stopped', async () => {
    const main = aWindow()
    const { taskStore, startSession } = await import('../../../renderer/bridge/session.ts')
    const stop = startSession()
    await main.answer('task.list', { ok: true, value: [aTask({ id: 'a', phase: 'running' })] })
    main.announce('tasks.changed', [aTask({ id: 'a', phase: 'done' })])
    expect(taskStore.get('a')?.phase).toBe('done')
    stop()
    main.announce('tasks.changed', [aTask({ id: 'a', phase: 'failed' })])
    expect(taskStore.get('a')?.phase).toBe('done')
  })

  it('reports an unreachable main process as a failed request', async () => {
    aWindow()
    const { inspectFile } = await import('../../../renderer/bridge/kiln.ts')
    expect(await inspectFile(new File([], 'a.png'))).toMatchObject({ ok: false, advice: 'no file here' })
  })
})
