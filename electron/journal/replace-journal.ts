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

/** Ends the name of a quarantine until everything was moved into it. */
const unfinishedEnding = '.unfinished'

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
  await remove(next)
  try {
    if (backup !== null) await copyFile(backup.path, next)
    const journal = await openJournal(next, { ...options, isCopy: backup !== null })
    // SQLite brings the log into the file when the last connection closes, and deletes the log.
    journal.close()
    if ((await fileSize(`${next}-wal`)) !== null) throw new Error(`The log of ${next} could not be brought into the file.`)
    await flushFile(next)
    await flushFolder(dirname(next))
  } catch (error) {
    await remove(next)
    throw error
  }
}

async function remove(path: string): Promise<void> {
  for (const ending of ['', ...companionEndings]) await rm(`${path}${ending}`, { force: true })
}

/**
 * Moves the journal first and its log afterwards. Without its log, the journal would be an older state that opens without a question; a
 * log alone is noticed at the next start, and joins its journal then.
 */
async function quarantine(dataDir: string, now: number): Promise<string | null> {
  const path = journalPath(dataDir)
  const present: string[] = []
  for (const file of [path, ...companionEndings.map((ending) => path + ending)]) if ((await fileSize(file)) !== null) present.push(file)
  const unfinished = await unfinishedQuarantine(dataDir, present)
  if (present.length === 0 && unfinished === null) return null
  const folder = unfinished ?? (await newQuarantine(dataDir, now))
  for (const file of present) {
    await rename(file, join(folder, basename(file)))
    await flushFolder(folder)
    await flushFolder(dataDir)
  }
  const finished = folder.slice(0, -unfinishedEnding.length)
  await rename(folder, finished)
  return finished
}

/** The folder of a move that was killed, if `present` can join what is in it; null if there is none. */
async function unfinishedQuarantine(dataDir: string, present: readonly string[]): Promise<string | null> {
  const name = (await namesIn(quarantineFolder(dataDir))).find((one) => one.endsWith(unfinishedEnding))
  if (name === undefined) return null
  const folder = join(quarantineFolder(dataDir), name)
  const names = await namesIn(folder)
  return present.some((file) => names.includes(basename(file))) ? null : folder
}

/** `now` in milliseconds since 1970. A folder of the same moment keeps what it holds. */
async function newQuarantine(dataDir: string, now: number): Promise<string> {
  const names = await namesIn(quarantineFolder(dataDir))
  let moment = Math.trunc(now)
  while (names.some((name) => name.startsWith(`journal-${moment}`))) moment += 1
  const folder = join(quarantineFolder(dataDir), `journal-${moment}${unfinishedEnding}`)
  await mkdir(folder, { recursive: true })
  return folder
}
