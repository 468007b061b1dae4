import { accessSync, constants } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { hostPlatform } from '../host-platform.ts'

const onMac = ['Google Chrome', 'Chromium', 'Google Chrome Canary', 'Microsoft Edge', 'Brave Browser']
const onWindows = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe'
]
const onLinux = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable', 'brave-browser']

function defaultPaths(): readonly string[] {
  if (hostPlatform === 'darwin')
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      onMac.map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`)
    )
  if (hostPlatform === 'win32')
    return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap((folder) =>
      folder === undefined ? [] : onWindows.map((name) => join(folder, name))
    )
  // The executable comes before Debian's wrapper script, because the wrapper prints its own warnings.
  return [
    '/usr/lib/chromium/chromium',
    ...(process.env.PATH ?? '').split(delimiter).flatMap((folder) => onLinux.map((name) => join(folder, name)))
  ]
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the path of Chromium, Chrome or a similar browser. `STANDIN_CHROMIUM` takes precedence. Null if no browser was found. */
export function findChromium(): string | null {
  if (process.env.STANDIN_CHROMIUM) return process.env.STANDIN_CHROMIUM
  return defaultPaths().find(isExecutable) ?? null
}
