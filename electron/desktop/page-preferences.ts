import type { WebPreferences } from 'electron'

/** What the page may do: draw, and ask main through the preload. Said in full, so that a change of Electron's defaults changes nothing. */
export function pagePreferences(preload: string): WebPreferences {
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
    // Whether anything is checked is the session's to say: see spelling.ts.
    spellcheck: true
  }
}
