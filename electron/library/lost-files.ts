import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Result } from '../../shared/task.ts'

/** How many files are looked at together. */
const looksAtOnce = 32

/**
 * Ids of the results that are not on the disk any more: no file at their path, or one of another size. Results of a folder that is not
 * there at all (a drive that is not connected) count as there, unless `isAsked`: a person asked for just these.
 */
export async function lostFiles(results: readonly Result[], isAsked: boolean): Promise<ReadonlySet<string>> {
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
  await Promise.all(Array.from({ length: looksAtOnce }, look))
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
    // Whatever else keeps us from looking (rights, a drive that does not answer) does not say that the file is gone.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}
