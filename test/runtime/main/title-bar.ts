import type Electron from 'electron'
import type { DesktopPlatform } from '../host-platform.ts'

/** The part of the page that the system's window controls cover, in pixels from each side. */
export type WindowControlsArea = { readonly left: number; readonly right: number; readonly height: number }

/** Width of the three window buttons on Windows and Linux, in pixels. Each is 46 pixels wide. On Linux, Electron draws them. */
const windowControlsWidth = 138
/** Width of the three traffic lights on macOS, in pixels. The same margin is added on both sides (window_buttons_proxy.mm). */
const trafficLightsWidth = 52

/**
 * Returns the area from which `env(titlebar-area-…)` is derived. Null without `titleBarOverlay` and in full screen, because Electron
 * doesn't provide an area then. The page then uses its own defaults (native_window_mac.mm, GetWindowControlsOverlayRect).
 */
export function windowControlsArea(
  platform: DesktopPlatform,
  { titleBarOverlay, trafficLightPosition }: Electron.BrowserWindowConstructorOptions,
  { isFullScreen, isRightToLeft }: { readonly isFullScreen: boolean; readonly isRightToLeft: boolean }
): WindowControlsArea | null {
  if (!titleBarOverlay || isFullScreen) return null
  const height = (titleBarOverlay === true ? undefined : titleBarOverlay.height) ?? 32
  const isMac = platform === 'darwin'
  const width = isMac ? trafficLightsWidth + 2 * (trafficLightPosition?.x ?? 7) : windowControlsWidth
  // On macOS, the controls are at the start of the reading direction. On other systems, they are at its end.
  return isMac === isRightToLeft ? { left: 0, right: width, height } : { left: width, right: 0, height }
}

/** Replaces `env(titlebar-area-…)` in a style sheet with custom properties. Chromium doesn't allow these variables to be set. */
export function replaceTitleBarVariables(styleSheet: string): string {
  return styleSheet.replaceAll('env(titlebar-area-', 'var(--standin-titlebar-area-')
}

/** Returns a style sheet that sets the custom properties of `replaceTitleBarVariables`. */
export function titleBarStyle(area: WindowControlsArea | null): string {
  if (area === null) return ''
  const { left, right, height } = area
  const values = { x: `${left}px`, y: '0px', width: `calc(100vw - ${left + right}px)`, height: `${height}px` }
  return `:root{${Object.entries(values)
    .map(([name, value]) => `--standin-titlebar-area-${name}:${value}`)
    .join(';')}}`
}

/** Throws as Electron does for a colour that isn't valid in CSS. Named colours aren't implemented. */
export function assertOverlayColors({ color, symbolColor }: Electron.TitleBarOverlayOptions): void {
  for (const value of [color, symbolColor])
    if (value !== undefined && !/^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|(?:rgb|hsl)a?\([\d\s.,%/]+\))$/i.test(value))
      throw new Error(`Could not parse color as CSS color: ${value}`)
}
