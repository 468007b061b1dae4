import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { collectionsFile } from './collection-names.ts'
import { isOfPart } from './part-file.ts'
import { isTransient, retryTransient } from './transient-error.ts'
import { isSidecar } from './sidecar.ts'

/** What lies in a library folder. */
export type FolderContents = {
  /** False: the folder is not there, or can't be read. */
  readonly isThere: boolean
  /** Paths of everything that may be a result. */
  readonly files: readonly string[]
  /** Paths of the sidecars, each with the path of the file that it stands beside. */
  readonly sidecars: readonly { readonly path: string; readonly of: string }[]
}

/** Entries that are read in one go: about a millisecond of work. */
const entriesAtOnce = 250

/** Looks through a folder and the folders in it; hidden ones and links are passed by. Rejects with the signal's reason when it is aborted. */
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
        if (entry.name.startsWith('.') || entry.name === collectionsFile) continue
        if (entry.isDirectory()) waiting.push(path)
        else if (entry.isFile() && isSidecar(entry.name)) sidecars.push({ path, of: path.slice(0, -'.json'.length) })
        else if (entry.isFile() && !isOfPart(entry.name)) files.push(path)
      }
      isThere = true
    } catch (error) {
      // Gone meanwhile, or not ours to read. A folder that can't be listed just now is there all the same.
      isThere ||= isTransient(error)
    }
  }
  signal?.throwIfAborted()
  return { isThere, files, sidecars }
}
