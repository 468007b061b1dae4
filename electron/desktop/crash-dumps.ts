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
  const dumps = dumpsIn(folder)
  const kept = dumps.filter(({ changedAt }) => changedAt >= before)
  for (const { path, changedAt } of dumps) if (changedAt < before) dropQuietly(path)
  return { count: kept.length, bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0) }
}

function dropQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // It goes at another start.
  }
}

/** `changedAt`: milliseconds since 1970. */
export type CrashDump = { readonly path: string; readonly bytes: number; readonly changedAt: number }

/** The dumps in a folder and those in it, newest first; none where there was no crash yet, or it can't be read. */
export function dumpsIn(folder: string): readonly CrashDump[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.dmp'))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        const { mtimeMs, size } = statSync(path)
        return { path, bytes: size, changedAt: mtimeMs }
      })
      .toSorted((one, other) => other.changedAt - one.changedAt)
  } catch {
    return []
  }
}
