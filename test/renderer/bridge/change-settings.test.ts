import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Settings, SettingsChange } from '../../../shared/app/settings.ts'

const before = { theme: 'dark', language: 'system', nameRule: '{words}' } as Settings

/** Responses to the changes, in the order of the requests. */
const respond: ((settings: Settings) => Promise<void>)[] = []
beforeEach(() => {
  respond.length = 0
  vi.resetModules()
  vi.stubGlobal('window', {
    kiln: {
      request: (_: string, change: SettingsChange) =>
        new Promise((resolve) => {
          respond.push(async (settings) => {
            resolve({ ok: true, value: { ...settings, ...change } })
            await vi.waitFor(() => undefined)
          })
        })
    }
  })
})
afterEach(() => vi.unstubAllGlobals())

it('a newer change stays visible when the response to an older one arrives', async () => {
  const { changeSettings } = await import('../../../renderer/bridge/change-settings.ts')
  const { session } = await import('../../../renderer/bridge/session.ts')
  session.setState({ settings: { state: 'ready', value: before } })
  const shown = (): unknown => {
    const { settings } = session.getState()
    return settings.state === 'ready' ? settings.value : null
  }
  const changes = [changeSettings({ theme: 'light' }), changeSettings({ nameRule: '{date}' })]
  expect(shown()).toEqual({ ...before, theme: 'light', nameRule: '{date}' })
  await respond[0]?.(before)
  await changes[0]
  expect(shown()).toEqual({ ...before, theme: 'light', nameRule: '{date}' })
  await respond[1]?.({ ...before, theme: 'light' })
  await changes[1]
  expect(shown()).toEqual({ ...before, theme: 'light', nameRule: '{date}' })
})
