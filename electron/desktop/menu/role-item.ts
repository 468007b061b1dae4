import type { MenuItemConstructorOptions } from 'electron'
import { say, word } from '../../../shared/i18n/say.ts'

/** Electron's own labels are English on every system, so Kiln labels each role. */
const labels = {
  undo: word('Undo'),
  redo: word('Redo'),
  cut: word('Cut'),
  copy: word('Copy'),
  paste: word('Paste'),
  pasteAndMatchStyle: word('Paste and match style'),
  delete: word('Delete'),
  selectAll: word('Select all'),
  startSpeaking: word('Start speaking'),
  stopSpeaking: word('Stop speaking'),
  resetZoom: word('Actual size'),
  zoomIn: word('Zoom in'),
  zoomOut: word('Zoom out'),
  togglefullscreen: word('Toggle full screen'),
  reload: word('Reload'),
  toggleDevTools: word('Toggle developer tools'),
  minimize: word('Minimise'),
  zoom: word('Zoom'),
  front: word('Bring all to front'),
  close: word('Close window'),
  about: word('About Kiln'),
  services: word('Services'),
  hide: word('Hide Kiln'),
  hideOthers: word('Hide others'),
  unhide: word('Show all')
} as const

/** Returns the platform's default item with Kiln's label. If `enabled` is absent, Electron decides whether the item is enabled. */
export function roleItem(role: keyof typeof labels, enabled?: boolean): MenuItemConstructorOptions {
  return { role, label: say(labels[role]), ...(enabled !== undefined && { enabled }) }
}
