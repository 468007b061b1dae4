import type { StandInBrowserWindow } from './browser-window.ts'

/** Change of the zoom level per step, as in Electron (lib/browser/api/menu-item-roles.ts). */
const zoomStep = 0.5

/** Performs a menu role. Returns false for roles that only a real desktop supports. */
export function performMenuRole(role: string, window: StandInBrowserWindow | null): boolean {
  switch (role) {
    case 'resetZoom':
      window?.contents.setZoomLevel(0)
      return true
    case 'zoomIn':
    case 'zoomOut':
      window?.contents.setZoomLevel(window.contents.getZoomLevel() + (role === 'zoomIn' ? zoomStep : -zoomStep))
      return true
    case 'togglefullscreen':
      window?.setFullScreen(!window.isFullScreen())
      return true
    case 'minimize':
      window?.minimize()
      return true
    case 'close':
      window?.close()
      return true
    case 'reload':
      window?.reload()
      return true
    default:
      return false
  }
}
