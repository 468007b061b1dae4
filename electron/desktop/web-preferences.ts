import type { WebPreferences } from 'electron'

/**
 * The page's permissions: rendering, and requests to main through the preload. All of them are explicit, so that new Electron defaults
 * change nothing.
 */
export function webPreferences(preload: string): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    // The session decides whether spelling is checked (see spelling.ts).
    spellcheck: true
  }
}
