import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export function journalPath(dataDir: string): string {
  return join(dataDir, 'journal.db')
}

/** Suffixes of the files that SQLite keeps beside a database. The write-ahead log (`-wal`) contains the newest transactions. */
export const sqliteSidecarSuffixes = ['-wal', '-shm', '-journal'] as const

/** Returns a file's size in bytes. Null if the file doesn't exist. */
export async function fileSize(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Returns the file names in a folder. Empty if the folder doesn't exist. */
export async function fileNamesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

export async function flushFile(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.sync()
}

/** Flushes a folder, because its entries must survive a power cut. Windows doesn't need this and can't open folders. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Some network file systems can't flush a folder.
    if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EISDIR', 'EPERM'].includes(codeOf(error))) throw error
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
