import { describe, expect, it } from 'vitest'
import { webPreferences } from '../../../../electron/desktop/window/web-preferences.ts'

describe('the page', () => {
  it('is sandboxed, isolated and without Node, and leaves spell checking to the session', () => {
    expect(webPreferences('/preload.cjs')).toEqual({
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
      spellcheck: true
    })
  })
})
