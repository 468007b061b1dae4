import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { flushFolder, journalPath, fileNamesIn } from './journal-files.ts'
import { runInJournalThread } from './run-in-journal-thread.ts'

/** A complete copy of the journal. `at`: creation time, in milliseconds since 1970. */
export type Backup = { readonly path: string; readonly at: number }

const namePattern = /^journal-(\d{13,})\.db$/

/** Returns the complete backups, newest first. Empty if there is no folder. Unfinished copies aren't included. */
export async function listBackups(dataDir: string): Promise<readonly Backup[]> {
  return (await fileNamesIn(backupFolder(dataDir)))
    .flatMap((name) => {
      const at = namePattern.exec(name)?.[1]
      return at === undefined ? [] : [{ path: join(backupFolder(dataDir), name), at: Number(at) }]
    })
    .toSorted((one, other) => other.at - one.at)
}

/**
 * Copies the journal in a separate thread, because writes must not be delayed. Then deletes the backups that `keep` doesn't cover. If
 * aborted, rejects with the signal's reason and leaves no copy.
 */
export async function createBackup(
  dataDir: string,
  now: number,
  keep: { readonly newest: number; readonly days: number },
  signal: AbortSignal
): Promise<void> {
  const folder = backupFolder(dataDir)
  await mkdir(folder, { recursive: true })
  await removeUnfinished(folder)
  const target = join(folder, `journal-${Math.trunc(now)}.db`)
  try {
    await runInJournalThread({ do: 'copy', path: journalPath(dataDir), target: `${target}.part` }, signal)
    await rename(`${target}.part`, target)
  } catch (error) {
    await removeUnfinished(folder)
    throw error
  }
  await flushFolder(folder)
  await pruneBackups(dataDir, keep)
}

/** Deletes partial files left by a crash or an error. */
async function removeUnfinished(folder: string): Promise<void> {
  const unfinished = (await fileNamesIn(folder)).filter((name) => /\.part(?:-journal)?$/.test(name))
  await Promise.all(unfinished.map((name) => rm(join(folder, name), { force: true })))
}

/** Keeps the newest backups. Also keeps each day's newest backup, for the last `days` days with backups. Deletes all other backups. */
async function pruneBackups(dataDir: string, keep: { readonly newest: number; readonly days: number }): Promise<void> {
  const backups = await listBackups(dataDir)
  const days = new Map<string, Backup>()
  for (const backup of backups) {
    const day = new Date(backup.at).toDateString()
    if (!days.has(day) && days.size < keep.days) days.set(day, backup)
  }
  const kept = new Set([...backups.slice(0, keep.newest), ...days.values()])
  await Promise.all(backups.filter((backup) => !kept.has(backup)).map(({ path }) => rm(path, { force: true })))
}

function backupFolder(dataDir: string): string {
  return join(dataDir, 'backups')
}
