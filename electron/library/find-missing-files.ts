import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Result } from '../../shared/task.ts'

/** Number of files checked at once. */
const concurrentChecks = 32

/**
 * Returns the IDs of results that are no longer on disk. Such a result has no file at its path, or a file of another size. Results in a
 * missing folder, such as on a disconnected drive, count as present. `isAsked`: true if the user asked for exactly these results. They
 * then count as missing.
 */
export async function findMissingFiles(results: readonly Result[], isAsked: boolean): Promise<ReadonlySet<string>> {
  const lost = new Set<string>()
  const folders = new Map<string, Promise<boolean>>()
  const isFolderThere = (folder: string): Promise<boolean> => {
    const looked = folders.get(folder) ?? isReachable(folder)
    folders.set(folder, looked)
    return looked
  }
  const waiting = results.values()
  const look = async (): Promise<void> => {
    for (const result of waiting) {
      if (!(await isThere(result)) && (isAsked || (await isFolderThere(dirname(result.path))))) lost.add(result.id)
    }
  }
  await Promise.all(Array.from({ length: concurrentChecks }, look))
  return lost
}

async function isReachable(folder: string): Promise<boolean> {
  return access(folder).then(
    () => true,
    () => false
  )
}

async function isThere({ path, bytes }: Result): Promise<boolean> {
  try {
    const found = await stat(path)
    return found.isFile() && found.size === bytes
  } catch (error) {
    // Any other error (permissions, a drive that doesn't respond) doesn't mean that the file is gone.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}
