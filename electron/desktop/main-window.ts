import { BrowserWindow, nativeTheme, screen } from 'electron'
import { pagePreferences } from './page-preferences.ts'
import { windowColors } from './window-colors.ts'
import { placeInSight } from './window-place.ts'

/** Height of the window controls drawn over the page (visual reference, Shell). Pixels. */
const controlsHeight = 36

/** After each a window may stand where no screen is any more. */
const displayChanges = ['display-removed', 'display-metrics-changed'] as const

/**
 * Opens the one window. It has no frame of its own, since the page's header is its title bar, and is shown when the page has something to
 * show; until then it has the ground colour of the theme.
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
    autoHideMenuBar: true,
    titleBarStyle: 'hidden',
    trafficLightPosition: { x: 20, y: 20 },
    ...(process.platform === 'darwin' ? {} : { titleBarOverlay: controlsOverlay() }),
    webPreferences: pagePreferences(parts.preload)
  })
  const followTheme = (): void => {
    window.setBackgroundColor(windowColors(nativeTheme.shouldUseDarkColors).ground)
    if (process.platform !== 'darwin') window.setTitleBarOverlay(controlsOverlay())
  }
  nativeTheme.on('updated', followTheme)
  const comeIntoSight = (): void => {
    if (window.isMinimized() || window.isMaximized() || window.isFullScreen()) return
    const displays = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()]
    const place = placeInSight(
      window.getBounds(),
      displays.map(({ workArea }) => workArea)
    )
    if (place !== null) window.setBounds(place)
  }
  window.once('persisted-state-restored', comeIntoSight)
  for (const change of displayChanges) screen.on(change as 'display-removed', comeIntoSight)
  window.once('ready-to-show', () => (parts.look === 'shown' ? window.show() : window.minimize()))
  window.once('closed', () => {
    nativeTheme.off('updated', followTheme)
    for (const change of displayChanges) screen.off(change as 'display-removed', comeIntoSight)
  })
  void window.loadURL(parts.pageUrl)
  return window
}

/** See-through: the controls stand on whatever column is the rightmost. */
function controlsOverlay(): { color: string; symbolColor: string; height: number } {
  return { color: '#00000000', symbolColor: windowColors(nativeTheme.shouldUseDarkColors).symbols, height: controlsHeight }
}
