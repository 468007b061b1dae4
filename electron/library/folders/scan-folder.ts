import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { collectionsFileName } from './collection-names.ts'
import { isPartFileName } from '../downloads/part-file.ts'
import { isTransientError, retryTransient } from './transient-error.ts'
import { isSidecarName } from '../recipes/sidecar.ts'

/** Contents of a library folder. */
export type FolderContents = {
  /** False if the folder is missing or can't be read. */
  readonly isThere: boolean
  /** Paths of everything that may be a result. */
  readonly files: readonly string[]
  /** Paths of the sidecars, each with the path of the file that it describes. */
  readonly sidecars: readonly { readonly path: string; readonly of: string }[]
}

/** Number of entries read at once. Reading this many takes about a millisecond. */
const entriesAtOnce = 250

/**
 * Lists the files in a folder and its subfolders. Skips hidden files, hidden folders and links. Rejects with the reason of `signal` if it
 * is aborted.
 */
export async function scanFolder(folder: string, signal?: AbortSignal): Promise<FolderContents> {
  const files: string[] = []
  const sidecars: { path: string; of: string }[] = []
  const waiting = [folder]
  let isThere = false
  const isGivenUp = (): boolean => signal?.aborted === true
  for (let next = waiting.pop(); next !== undefined && !isGivenUp(); next = waiting.pop()) {
    try {
      for await (const entry of await retryTransient(() => opendir(next, { bufferSize: entriesAtOnce }))) {
        if (isGivenUp()) break
        isThere = true
        const path = join(next, entry.name)
        if (entry.name.startsWith('.') || entry.name === collectionsFileName) continue
        if (entry.isDirectory()) waiting.push(path)
        else if (entry.isFile() && isSidecarName(entry.name)) sidecars.push({ path, of: path.slice(0, -'.json'.length) })
        else if (entry.isFile() && !isPartFileName(entry.name)) files.push(path)
      }
      isThere = true
    } catch (error) {
      // The folder was removed meanwhile or can't be read. After a transient error, it counts as existing.
      isThere ||= isTransientError(error)
    }
  }
  signal?.throwIfAborted()
  return { isThere, files, sidecars }
}
