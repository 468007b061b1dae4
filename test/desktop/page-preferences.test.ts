import { describe, expect, it } from 'vitest'
import { pagePreferences } from '../../electron/desktop/page-preferences.ts'

describe('the page', () => {
  it.each(['linux', 'win32', 'darwin'] as const)(
    'on %s is sandboxed, isolated, without Node, and tells no third party what is typed',
    (platform) => {
      expect(pagePreferences('/preload.cjs', platform)).toEqual({
        preload: '/preload.cjs',
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        spellcheck: platform === 'darwin'
      })
    }
  )
})
