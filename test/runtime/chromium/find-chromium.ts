import { accessSync, constants } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

const onMac = ['Google Chrome', 'Chromium', 'Google Chrome Canary', 'Microsoft Edge', 'Brave Browser']
const onWindows = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe'
]
const onLinux = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable', 'brave-browser']

function usualPlaces(): readonly string[] {
  if (process.platform === 'darwin')
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      onMac.map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`)
    )
  if (process.platform === 'win32')
    return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap((folder) =>
      folder === undefined ? [] : onWindows.map((name) => join(folder, name))
    )
  // The file behind Debian's wrapper script first: the wrapper prints warnings of its own.
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

/** An installed Chromium, Chrome or kin; STANDIN_CHROMIUM names one by path. Null: none found. */
export function findChromium(): string | null {
  if (process.env.STANDIN_CHROMIUM) return process.env.STANDIN_CHROMIUM
  return usualPlaces().find(isExecutable) ?? null
}
