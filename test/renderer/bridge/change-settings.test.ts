import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Settings, SettingsChange } from '../../../shared/app/settings.ts'

const before = { theme: 'dark', language: 'system', nameRule: '{words}' } as Settings

/** Functions that respond to the change requests, oldest first. If called with null, a function reports a failed change. */
const respond: ((settings: Settings | null) => void)[] = []
beforeEach(() => {
  respond.length = 0
  vi.resetModules()
  vi.stubGlobal('window', {
    kiln: {
      request: (_: string, change: SettingsChange) =>
        new Promise((resolve) => {
          respond.push((settings) =>
            resolve(settings === null ? { ok: false, message: 'No.' } : { ok: true, value: { ...settings, ...change } })
          )
        })
    }
  })
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['succeeds', before],
  ['fails', null]
])('a newer change stays visible when an older one %s', async (_, response) => {
  const { changeSettings } = await import('../../../renderer/bridge/change-settings.ts')
  const { session } = await import('../../../renderer/bridge/session.ts')
  session.setState({ settings: { state: 'ready', value: before } })
  const shown = (): unknown => {
    const { settings } = session.getState()
    return settings.state === 'ready' ? settings.value : null
  }
  const changes = [changeSettings({ theme: 'light' }), changeSettings({ theme: 'system', nameRule: '{date}' })]
  const newest = { ...before, theme: 'system', nameRule: '{date}' }
  expect(shown()).toEqual(newest)
  respond[0]?.(response)
  await changes[0]
  expect(shown()).toEqual(newest)
  respond[1]?.(before)
  await changes[1]
  expect(shown()).toEqual(newest)
})
