import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Backup } from './backups.ts'
import { companionEndings, fileSize, flushFile, flushFolder, journalPath, namesIn } from './journal-files.ts'
import { openJournal, type OpenOptions } from './open-journal.ts'

/** Where the next journal is made ready. */
export function restoringPath(dataDir: string): string {
  return `${journalPath(dataDir)}.restoring`
}

/** Where journals that were replaced are kept, each in a folder of its own. */
export function quarantineFolder(dataDir: string): string {
  return join(dataDir, 'quarantine')
}

/**
 * Replaces the journal by a backup, whose tasks are doubted first, or by an empty one if `backup` is null. The old journal is kept.
 * A kill at any point leaves the old files, or no `journal.db`, which is asked about again, or the finished replacement.
 * @returns the folder in which the old journal is kept; null if there was nothing to keep
 */
export async function replaceJournal(dataDir: string, backup: Backup | null, options: OpenOptions): Promise<string | null> {
  const path = journalPath(dataDir)
  const next = restoringPath(dataDir)
  await prepare(next, backup, options)
  const kept = await quarantine(dataDir, options.now)
  await rename(next, path)
  await flushFolder(dataDir)
  return kept
}

/** Leaves a whole journal in one file, on disk. */
async function prepare(next: string, backup: Backup | null, options: OpenOptions): Promise<void> {
  // A kill may have left a part of an earlier try, and its log must not be replayed into this one.
  for (const ending of ['', ...companionEndings]) await rm(`${next}${ending}`, { force: true })
  if (backup !== null) await copyFile(backup.path, next)
  const journal = await openJournal(next, { ...options, isCopy: backup !== null })
  // SQLite brings the log into the file when the last connection closes, and deletes the log.
  journal.close()
  if ((await fileSize(`${next}-wal`)) !== null) throw new Error(`The log of ${next} could not be brought into the file.`)
  await flushFile(next)
  await flushFolder(dirname(next))
}

/**
 * Moves the journal first and its log afterwards. Without its log, the journal would be an older state that opens without a question; a
 * log alone is noticed at the next start.
 */
async function quarantine(dataDir: string, now: number): Promise<string | null> {
  const path = journalPath(dataDir)
  const present = []
  for (const file of [path, ...companionEndings.map((ending) => path + ending)]) if ((await fileSize(file)) !== null) present.push(file)
  if (present.length === 0) return null
  const folder = present[0] === path ? null : await unfinishedQuarantine(dataDir, present)
  const target = folder ?? (await newQuarantine(dataDir, now))
  for (const file of present) {
    await rename(file, join(target, basename(file)))
    await flushFolder(target)
    await flushFolder(dataDir)
  }
  return target
}

/** The folder of a move that was killed after the journal itself, and that the rest belongs to; null if there is none. */
async function unfinishedQuarantine(dataDir: string, rest: readonly string[]): Promise<string | null> {
  const folders = (await namesIn(quarantineFolder(dataDir))).filter((name) => name.startsWith('journal-')).toSorted()
  const newest = folders.at(-1)
  if (newest === undefined) return null
  const folder = join(quarantineFolder(dataDir), newest)
  const names = await namesIn(folder)
  return names.includes('journal.db') && !rest.some((file) => names.includes(basename(file))) ? folder : null
}

/** `now` in milliseconds since 1970. A folder of the same moment keeps what it holds. */
async function newQuarantine(dataDir: string, now: number): Promise<string> {
  await mkdir(quarantineFolder(dataDir), { recursive: true })
  for (let name = Math.trunc(now); ; name += 1) {
    const folder = join(quarantineFolder(dataDir), `journal-${name}`)
    if ((await fileSize(folder)) !== null) continue
    await mkdir(folder)
    return folder
  }
}
