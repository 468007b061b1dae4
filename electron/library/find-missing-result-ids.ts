import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SavedResult } from '../tasks/machine/task-record.ts'

/** Number of files checked at once. */
const concurrentChecks = 32

/**
 * Returns the IDs of results that are no longer on disk. Their file is missing or has another size. Results in an unreachable folder, such
 * as on a disconnected drive, count as present. `isAsked`: true if the user requested exactly these results. Results in an unreachable
 * folder then count as missing.
 */
export async function findMissingResultIds(results: readonly SavedResult[], isAsked: boolean): Promise<ReadonlySet<string>> {
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

async function isThere({ path, bytes }: SavedResult): Promise<boolean> {
  try {
    const found = await stat(path)
    return found.isFile() && found.size === bytes
  } catch (error) {
    // Errors other than `ENOENT`, such as missing permissions, don't mean that the file is gone.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}
