import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type RuntimeName = 'electron' | 'stand-in'

const electronDir = join(import.meta.dirname, '..', '..', 'node_modules', 'electron')
/** Prefix of a skip reason. It marks tests that need real Electron, which the reporter lists. */
export const needsRealElectron = 'needs real Electron: '

export const launcherDir = join(import.meta.dirname, 'launcher')

/** Path of Electron's own executable, from its package or ELECTRON_OVERRIDE_DIST_PATH. Null if it hasn't been downloaded. */
export function findElectron(): string | null {
  const overridden = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const isOverridden = overridden !== undefined && overridden !== '' && overridden !== launcherDir
  const pathFile = join(electronDir, 'path.txt')
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : 'electron'
  const path = join(isOverridden ? overridden : join(electronDir, 'dist'), name)
  return existsSync(path) ? path : null
}

/**
 * Chooses real Electron if its executable exists, otherwise the stand-in. The package `electron` then points to the choice, in this process
 * and its children.
 */
export function chooseRuntime(): RuntimeName {
  if (findElectron() !== null) return 'electron'
  process.env.ELECTRON_OVERRIDE_DIST_PATH = launcherDir
  return 'stand-in'
}

/** Path of the runtime's executable. The package `electron` points to this executable after `chooseRuntime`. */
export function executableOf(runtime: RuntimeName): string {
  return (runtime === 'electron' ? findElectron() : null) ?? join(launcherDir, 'electron')
}
