import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeWholeNow } from './write-whole.ts'

/** Folders besides the library's own that results were moved to: they are looked through as well. In the data folder. Stored; do not rename. */
export type OtherFolders = {
  readonly all: () => readonly string[]
  /** On disk when it returns. @throws what the file system throws. */
  readonly add: (folder: string) => void
}

export function openOtherFolders(dataDir: string): OtherFolders {
  const path = join(dataDir, 'other-library-folders.json')
  let folders: readonly string[] = []
  try {
    folders = z.array(z.string()).parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // Nothing was moved elsewhere so far.
  }
  return {
    all: () => folders,
    add: (folder) => {
      if (folders.includes(folder)) return
      const now = [...folders, folder]
      writeWholeNow(path, JSON.stringify(now))
      folders = now
    }
  }
}
