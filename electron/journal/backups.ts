import { cp, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A whole copy of the journal. `at`: when it was made, in milliseconds since 1970. */
export type Backup = { readonly path: string; readonly at: number }

const namePattern = /^journal-(\d{13,})\.db$/

/** Where the copy of that moment goes. The folder is made when it is not there. */
async function backupPath(dataDir: string, at: number): Promise<string> {
  await mkdir(folderOf(dataDir), { recursive: true })
  return join(folderOf(dataDir), `journal-${Math.trunc(at)}.db`)
}

/** Newest first; none where there is no folder. What a kill left half written is not among them. */
export async function listBackups(dataDir: string): Promise<readonly Backup[]> {
  const names = await readdir(folderOf(dataDir)).catch((): string[] => [])
  return names
    .flatMap((name) => {
      const at = namePattern.exec(name)?.[1]
      return at === undefined ? [] : [{ path: join(folderOf(dataDir), name), at: Number(at) }]
    })
    .toSorted((one, other) => other.at - one.at)
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

/**
 * Sets a damaged journal aside, whole, with what belongs to it, and puts a copy in its place; `backup` null: none, so that an empty one is
 * begun. A kill in between leaves the damaged one aside and the copy not yet there, which is done again by the next call.
 *
 * @returns the folder in which the damaged one is kept
 */
export async function putInPlace(journal: string, backup: Backup | null, now: number): Promise<string> {
  const quarantine = join(dirname(journal), 'quarantine', `journal-${Math.trunc(now)}`)
  await mkdir(quarantine, { recursive: true })
  for (const path of [journal, `${journal}-wal`, `${journal}-shm`]) {
    if (await isThere(path)) await rename(path, join(quarantine, basename(path)))
  }
  if (backup === null) return quarantine
  const part = `${journal}.restoring`
  await cp(backup.path, part)
  const file = await open(part, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, journal)
  return quarantine
}

function folderOf(dataDir: string): string {
  return join(dataDir, 'backups')
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false
  )
}

/** Writes a copy beside the journal and lets go of those that are not worth keeping. */
export async function keepBackup(
  journal: { readonly backUp: (path: string) => void },
  dataDir: string,
  now: number,
  keep: { readonly newest: number; readonly days: number }
): Promise<void> {
  const path = await backupPath(dataDir, now)
  const part = `${path}.part`
  await rm(part, { force: true })
  journal.backUp(part)
  await rename(part, path)
  await pruneBackups(dataDir, keep)
}
