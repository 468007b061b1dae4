import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Backup } from './backups.ts'
import { sqliteSidecarSuffixes, fileSize, flushFile, flushFolder, journalPath, fileNamesIn } from './journal-files.ts'
import { openJournal, type OpenJournalOptions } from './open-journal.ts'

/** Returns the path where the next journal is prepared. */
export function nextJournalPath(dataDir: string): string {
  return `${journalPath(dataDir)}.restoring`
}

/** Returns the folder where replaced journals are kept, each in its own subfolder. */
export function quarantineFolder(dataDir: string): string {
  return join(dataDir, 'quarantine')
}

/** Suffix of a quarantine folder until everything has been moved into it. */
const unfinishedEnding = '.unfinished'

/**
 * Replaces the journal with a backup, or with an empty journal if `backup` is null. The backup's unsent tasks are marked unconfirmed first.
 * The old journal is kept. If Kiln is killed meanwhile, the folder contains the old journal, the finished replacement, or no `journal.db`.
 * If `journal.db` is missing, the next start asks the user again.
 * @returns the folder with the old journal, or null if there was nothing to keep
 */
export async function replaceJournal(dataDir: string, backup: Backup | null, options: OpenJournalOptions): Promise<string | null> {
  const path = journalPath(dataDir)
  const next = nextJournalPath(dataDir)
  await prepare(next, backup, options)
  const kept = await quarantine(dataDir, options.now)
  await rename(next, path)
  await flushFolder(dataDir)
  return kept
}

/** Writes a complete journal to a single file on disk. */
async function prepare(next: string, backup: Backup | null, options: OpenJournalOptions): Promise<void> {
  // If Kiln was killed, an earlier attempt may have left files. A leftover write-ahead log must not be replayed into the new journal.
  await remove(next)
  try {
    if (backup !== null) await copyFile(backup.path, next)
    const journal = await openJournal(next, { ...options, isCopy: backup !== null })
    // SQLite merges the log into the file when the last connection closes, and deletes the log.
    journal.close()
    if ((await fileSize(`${next}-wal`)) !== null) throw new Error(`SQLite didn’t merge the write-ahead log of ${next}.`)
    await flushFile(next)
    await flushFolder(dirname(next))
  } catch (error) {
    await remove(next)
    throw error
  }
}

async function remove(path: string): Promise<void> {
  for (const ending of ['', ...sqliteSidecarSuffixes]) await rm(`${path}${ending}`, { force: true })
}

/**
 * Moves the journal first and then its log. Without its log, the journal would be an older state that opens without a warning. The next
 * start detects a log without a journal. It moves the log to the journal's new folder. Returns this folder, or null if there was nothing to
 * move.
 */
async function quarantine(dataDir: string, now: number): Promise<string | null> {
  const path = journalPath(dataDir)
  const present: string[] = []
  for (const file of [path, ...sqliteSidecarSuffixes.map((ending) => path + ending)])
    if ((await fileSize(file)) !== null) present.push(file)
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

/** Returns the folder of an interrupted move, if the files in `present` can be added to it. Otherwise null. */
async function unfinishedQuarantine(dataDir: string, present: readonly string[]): Promise<string | null> {
  const name = (await fileNamesIn(quarantineFolder(dataDir))).find((one) => one.endsWith(unfinishedEnding))
  if (name === undefined) return null
  const folder = join(quarantineFolder(dataDir), name)
  const names = await fileNamesIn(folder)
  return present.some((file) => names.includes(basename(file))) ? null : folder
}

/** Creates a quarantine folder. `now` is in milliseconds since 1970. An existing folder with the same time isn't reused. */
async function newQuarantine(dataDir: string, now: number): Promise<string> {
  const names = await fileNamesIn(quarantineFolder(dataDir))
  let moment = Math.trunc(now)
  while (names.some((name) => name.startsWith(`journal-${moment}`))) moment += 1
  const folder = join(quarantineFolder(dataDir), `journal-${moment}${unfinishedEnding}`)
  await mkdir(folder, { recursive: true })
  return folder
}
