import { BrowserWindow, nativeTheme, screen } from 'electron'
import type { TitleBarOverlay } from 'electron'
import { webPreferences } from './web-preferences.ts'
import { windowColors } from './window-colors.ts'
import { correctedWindowBounds } from './window-bounds.ts'

/** Height of the window controls that are drawn over the page, in pixels. */
const controlsHeight = 36

/** Events after which a window may be off-screen. */
const displayChanges = ['display-removed', 'display-metrics-changed'] as const

/**
 * Opens the only window. It is frameless, because the page's header is its title bar. It stays hidden until the page can be drawn. Until
 * then, its background has the theme's colour.
 */
export function openMainWindow(parts: {
  readonly preload: string
  readonly pageUrl: string
  readonly look: 'shown' | 'minimised'
}): BrowserWindow {
  const window = new BrowserWindow({
    name: 'main',
    windowStatePersistence: true,
    title: 'Kiln',
    width: 1280,
    height: 800,
    minWidth: 900,
    minHeight: 600,
    show: false,
    backgroundColor: windowColors(nativeTheme.shouldUseDarkColors).ground,
    titleBarStyle: 'hidden',
    trafficLightPosition: { x: 20, y: 20 },
    titleBarOverlay: controlsOverlay(),
    webPreferences: webPreferences(parts.preload)
  })
  const followTheme = (): void => {
    window.setBackgroundColor(windowColors(nativeTheme.shouldUseDarkColors).ground)
    if (process.platform !== 'darwin') window.setTitleBarOverlay(controlsOverlay())
  }
  nativeTheme.on('updated', followTheme)
  const comeIntoSight = (): void => {
    if (window.isMinimized() || window.isMaximized() || window.isFullScreen()) return
    const displays = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()]
    const place = correctedWindowBounds(
      window.getBounds(),
      displays.map(({ workArea }) => workArea)
    )
    if (place !== null) window.setBounds(place)
  }
  window.once('persisted-state-restored', comeIntoSight)
  for (const change of displayChanges) screen.on(change as 'display-removed', comeIntoSight)
  window.once('ready-to-show', () => {
    if (parts.look === 'shown') return window.show()
    window.minimize()
    // Electron applies the remembered display mode, such as maximised, only when a window is shown.
    window.once('restore', () => window.show())
  })
  window.once('closed', () => {
    nativeTheme.off('updated', followTheme)
    for (const change of displayChanges) screen.off(change as 'display-removed', comeIntoSight)
  })
  void window.loadURL(parts.pageUrl)
  return window
}

/**
 * Returns the overlay for the window controls. It is transparent, because different parts of the page appear behind the controls. On macOS,
 * only the height is needed. It makes `env(titlebar-area-x)` available to the page.
 */
function controlsOverlay(): TitleBarOverlay {
  if (process.platform === 'darwin') return { height: controlsHeight }
  return { color: '#00000000', symbolColor: windowColors(nativeTheme.shouldUseDarkColors).symbols, height: controlsHeight }
}
