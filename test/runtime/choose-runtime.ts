import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type RuntimeName = 'electron' | 'stand-in'

const electronDir = join(import.meta.dirname, '..', '..', 'node_modules', 'electron')
/** Prefix of a test's skip reason. The reporter lists these tests, because they need real Electron. */
export const realElectronSkipPrefix = 'needs real Electron: '

export const launcherDir = join(import.meta.dirname, 'launcher')

/** Returns the path of Electron's own executable, from its package or ELECTRON_OVERRIDE_DIST_PATH. Null if it hasn't been downloaded. */
export function findElectron(): string | null {
  const overridden = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const isOverridden = overridden !== undefined && overridden !== '' && overridden !== launcherDir
  const pathFile = join(electronDir, 'path.txt')
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : 'electron'
  const path = join(isOverridden ? overridden : join(electronDir, 'dist'), name)
  return existsSync(path) ? path : null
}

/**
 * Chooses real Electron if its executable exists, otherwise the stand-in. Afterwards, the package `electron` resolves to the chosen
 * runtime's executable, in this process and its children.
 */
export function chooseRuntime(): RuntimeName {
  if (findElectron() !== null) return 'electron'
  process.env.ELECTRON_OVERRIDE_DIST_PATH = launcherDir
  return 'stand-in'
}

/** Returns the path of the runtime's executable. It is the same path that the package `electron` exports after `chooseRuntime`. */
export function runtimeExecutable(runtime: RuntimeName): string {
  return (runtime === 'electron' ? findElectron() : null) ?? join(launcherDir, 'electron')
}
