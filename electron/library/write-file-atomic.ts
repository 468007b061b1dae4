import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'

/**
 * Writes a small file atomically. Flushes `<path>.part` before renaming it to `path`. A crash leaves at most `<path>.part`, which the next
 * write overwrites. Never creates the folder, because it may be on a disconnected drive.
 *
 * @throws file system errors.
 */
export async function writeFileAtomic(path: string, text: string): Promise<void> {
  const part = `${path}.part`
  {
    await using file = await open(part, 'w')
    await file.writeFile(text)
    await file.sync()
  }
  await rename(part, path)
}

/** Synchronous version of `writeFileAtomic`, for files that must be on disk before the next line runs. */
export function writeFileAtomicSync(path: string, text: string): void {
  const part = `${path}.part`
  const file = openSync(part, 'w')
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(part, path)
}
