import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'

/**
 * Writes a small file of ours: in place at once or not at all, and flushed before it is. A kill leaves at most `<path>.part`, which the next writing
 * takes over. No folder is made: a drive that is not connected stays away.
 *
 * @throws what the file system throws.
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  const part = `${path}.part`
  {
    await using file = await open(part, 'w')
    await file.writeFile(text)
    await file.sync()
  }
  await rename(part, path)
}

/** The same, done when it returns: for what has to be on disk before the next line runs. */
export function writeWholeNow(path: string, text: string): void {
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
