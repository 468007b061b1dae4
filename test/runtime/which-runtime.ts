import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type RuntimeName = 'electron' | 'stand-in'

const electronDir = join(import.meta.dirname, '..', '..', 'node_modules', 'electron')
/** Begins the reason of every test that is skipped for want of real Electron; the reporter lists those. */
export const needsRealElectron = 'needs real Electron: '

export const launcherDir = join(import.meta.dirname, 'launcher')

/** Electron's own executable, as its package keeps it or ELECTRON_OVERRIDE_DIST_PATH names it; null while it has not been fetched. */
export function findElectron(): string | null {
  const overridden = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const isOverridden = overridden !== undefined && overridden !== '' && overridden !== launcherDir
  const pathFile = join(electronDir, 'path.txt')
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : 'electron'
  const path = join(isOverridden ? overridden : join(electronDir, 'dist'), name)
  return existsSync(path) ? path : null
}

/** Real Electron where its executable is, else the stand-in. Makes the package `electron` name the one that was chosen, in this process and its children. */
export function chooseRuntime(): RuntimeName {
  if (findElectron() !== null) return 'electron'
  process.env.ELECTRON_OVERRIDE_DIST_PATH = launcherDir
  return 'stand-in'
}

/** What the package `electron` names then. */
export function executableOf(runtime: RuntimeName): string {
  return (runtime === 'electron' ? findElectron() : null) ?? join(launcherDir, 'electron')
}
