import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { App, CrashReporter } from 'electron'

/** How long a dump is kept. Limited because a dump may contain anything that was in memory, including an API key. */
const retentionInMs = 30 * 24 * 60 * 60 * 1000

export type CrashDumpUsage = { readonly count: number; readonly bytes: number }

/**
 * Starts Electron's crash reporter, which stores crash dumps in `<dataDir>/crashes` and never uploads them. Deletes dumps older than 30
 * days. Must be called before Electron is ready. `now`: milliseconds since 1970.
 * @returns the number and size of the remaining dumps
 */
export function startCrashReporter(parts: {
  readonly app: Pick<App, 'setPath'>
  readonly crashReporter: Pick<CrashReporter, 'start'>
  readonly dataDir: string
  readonly now: number
}): CrashDumpUsage {
  const folder = join(parts.dataDir, 'crashes')
  parts.app.setPath('crashDumps', folder)
  parts.crashReporter.start({ uploadToServer: false, ignoreSystemCrashHandler: true })
  return dropOldDumps(folder, parts.now - retentionInMs)
}

/** Deletes dumps older than `before`, in milliseconds since 1970. Never throws, because a failure must not prevent Kiln from starting. */
function dropOldDumps(folder: string, before: number): CrashDumpUsage {
  const dumps = listCrashDumps(folder)
  const kept = dumps.filter(({ changedAt }) => changedAt >= before)
  for (const { path, changedAt } of dumps) if (changedAt < before) dropQuietly(path)
  return { count: kept.length, bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0) }
}

function dropQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // The next start retries the deletion.
  }
}

/** `changedAt`: milliseconds since 1970. */
export type CrashDump = { readonly path: string; readonly bytes: number; readonly changedAt: number }

/** Returns all dumps in a folder and its subfolders, newest first. Empty if the folder doesn't contain dumps or can't be read. */
export function listCrashDumps(folder: string): readonly CrashDump[] {
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
