import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { flushFolder, journalPath, namesIn } from './journal-files.ts'
import { runInThread } from './run-in-thread.ts'

/** A whole copy of the journal. `at`: when it was made, in milliseconds since 1970. */
export type Backup = { readonly path: string; readonly at: number }

const namePattern = /^journal-(\d{13,})\.db$/

/** Newest first; none if there is no folder. A copy that isn't finished is not among them. */
export async function listBackups(dataDir: string): Promise<readonly Backup[]> {
  return (await namesIn(backupFolder(dataDir)))
    .flatMap((name) => {
      const at = namePattern.exec(name)?.[1]
      return at === undefined ? [] : [{ path: join(backupFolder(dataDir), name), at: Number(at) }]
    })
    .toSorted((one, other) => other.at - one.at)
}

/**
 * Copies the journal in a thread of its own, which delays no write, and deletes backups that are not worth keeping. Rejects with the signal's
 * reason when it is aborted; no copy is left then.
 */
export async function keepBackup(
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
    await runInThread({ do: 'copy', path: journalPath(dataDir), target: `${target}.part` }, signal)
    await rename(`${target}.part`, target)
  } catch (error) {
    await removeUnfinished(folder)
    throw error
  }
  await flushFolder(folder)
  await pruneBackups(dataDir, keep)
}

/** What a kill, or an error, left half written. */
async function removeUnfinished(folder: string): Promise<void> {
  const unfinished = (await namesIn(folder)).filter((name) => /\.part(?:-journal)?$/.test(name))
  await Promise.all(unfinished.map((name) => rm(join(folder, name), { force: true })))
}

/** Keeps the newest copies, and of the others the newest of each day, as many days as that. */
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
