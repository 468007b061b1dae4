import type Electron from 'electron'
import type { DesktopPlatform } from '../host-platform.ts'

/** Area of the system's window controls over the page, in pixels from each side. */
export type ControlsArea = { readonly left: number; readonly right: number; readonly height: number }

/** Width of three 46-pixel buttons, as drawn by Windows and by Electron's own frame on Linux. */
const windowControlsWidth = 138
/** Width of the three traffic lights on macOS, in pixels. The same margin is added on both sides (window_buttons_proxy.mm). */
const trafficLightsWidth = 52

/**
 * Source of `env(titlebar-area-…)`. Electron provides no area without `titleBarOverlay` or in full screen (native_window_mac.mm,
 * GetWindowControlsOverlayRect). The page then uses its own defaults.
 */
export function controlsArea(
  platform: DesktopPlatform,
  { titleBarOverlay, trafficLightPosition }: Electron.BrowserWindowConstructorOptions,
  { isFullScreen, isRightToLeft }: { readonly isFullScreen: boolean; readonly isRightToLeft: boolean }
): ControlsArea | null {
  if (!titleBarOverlay || isFullScreen) return null
  const height = (titleBarOverlay === true ? undefined : titleBarOverlay.height) ?? 32
  const isMac = platform === 'darwin'
  const width = isMac ? trafficLightsWidth + 2 * (trafficLightPosition?.x ?? 7) : windowControlsWidth
  // macOS places the controls at the start of lines, and other systems at the end.
  return isMac === isRightToLeft ? { left: 0, right: width, height } : { left: width, right: 0, height }
}

/** Chromium doesn't allow setting these variables from outside. In style sheets, `env()` is therefore replaced with custom properties. */
export function withOwnTitleBar(styleSheet: string): string {
  return styleSheet.replaceAll('env(titlebar-area-', 'var(--standin-titlebar-area-')
}

/** A style sheet that sets these custom properties. */
export function titleBarStyle(area: ControlsArea | null): string {
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
