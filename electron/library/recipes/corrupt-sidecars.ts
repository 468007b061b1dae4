import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomicSync } from '../write-file-atomic.ts'

/**
 * Names of files whose sidecar can't be read. These files are in the index, so a scan of the folder wouldn't report their sidecars again.
 * The list is stored as `torn-recipes.json` in the data folder. Don't rename the file.
 */
export type CorruptSidecars = {
  readonly all: () => readonly string[]
  /** Replaces the list. Returns once it is on disk. */
  readonly set: (names: readonly string[]) => void
}

/** Opens the saved list. `onDefect`: called if the list can't be saved. In that case, the list is lost when Kiln closes. */
export function openCorruptSidecars(dataDir: string, onDefect: (error: unknown) => void): CorruptSidecars {
  const path = join(dataDir, 'torn-recipes.json')
  let torn: readonly string[] = []
  try {
    torn = z.array(z.string()).parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // No list has been saved yet, or the file is unreadable.
  }
  let saved = torn
  return {
    all: () => torn,
    set: (names) => {
      const now = [...new Set(names)]
      const isSame = now.length === saved.length && now.every((name, place) => name === saved[place])
      torn = now
      if (isSame) return
      try {
        writeFileAtomicSync(path, JSON.stringify(now))
        saved = now
      } catch (error) {
        onDefect(error)
      }
    }
  }
}
