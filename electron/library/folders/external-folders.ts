import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomicSync } from '../write-file-atomic.ts'

/**
 * Folders outside the library that results were moved to. Kiln searches these folders for results too. The list is saved in the data
 * folder. Stored. Don't rename.
 */
export type ExternalFolders = {
  readonly all: () => readonly string[]
  /** Adds a folder to the list. Returns once the list is on disk. @throws file system errors. */
  readonly add: (folder: string) => void
}

export function openExternalFolders(dataDir: string): ExternalFolders {
  const path = join(dataDir, 'other-library-folders.json')
  let folders: readonly string[] = []
  try {
    folders = z.array(z.string()).parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // No list has been saved yet, or the file is unreadable.
  }
  return {
    all: () => folders,
    add: (folder) => {
      if (folders.includes(folder)) return
      const now = [...folders, folder]
      writeFileAtomicSync(path, JSON.stringify(now))
      folders = now
    }
  }
}
