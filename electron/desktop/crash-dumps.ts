import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { App, CrashReporter } from 'electron'

/** A dump may hold anything that was in memory, a key among it. */
const keptInMs = 30 * 24 * 60 * 60 * 1000

export type KeptDumps = { readonly count: number; readonly bytes: number }

/**
 * Dumps of crashes stay on this computer, in `<dataDir>/crashes`: neither Kiln nor the system sends them anywhere. Called before Electron is
 * ready. Older ones than 30 days go.
 * @returns what is left there
 */
export function keepCrashDumpsHere(parts: {
  readonly app: Pick<App, 'setPath'>
  readonly crashReporter: Pick<CrashReporter, 'start'>
  readonly dataDir: string
  readonly now: number
}): KeptDumps {
  const folder = join(parts.dataDir, 'crashes')
  parts.app.setPath('crashDumps', folder)
  parts.crashReporter.start({ uploadToServer: false, ignoreSystemCrashHandler: true })
  return dropOldDumps(folder, parts.now - keptInMs)
}

/** Never throws: Kiln starts whatever is found there. */
function dropOldDumps(folder: string, before: number): KeptDumps {
  let count = 0
  let bytes = 0
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.dmp')) continue
      const path = join(entry.parentPath, entry.name)
      const { mtimeMs, size } = statSync(path)
      if (mtimeMs < before) rmSync(path, { force: true })
      else {
        count += 1
        bytes += size
      }
    }
  } catch {
    // There was no crash yet, or the folder can't be read.
  }
  return { count, bytes }
}
