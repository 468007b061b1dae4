import type { WebPreferences } from 'electron'

/**
 * Limits the page to rendering and to requests to the main process through the preload script. All preferences are explicit, so that new
 * Electron defaults don't change anything.
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
