import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeWholeNow } from './write-whole.ts'

/**
 * Names of the files whose recipe beside them can't be read: the index knows those files, so no look at the folder would come upon the recipe again.
 * In the data folder. Stored; do not rename.
 */
export type TornRecipes = {
  readonly all: () => readonly string[]
  /** On disk when it returns. */
  readonly set: (names: readonly string[]) => void
}

/** `onDefect`: the list could not be kept; it holds until Kiln is closed. */
export function openTornRecipes(dataDir: string, onDefect: (error: unknown) => void): TornRecipes {
  const path = join(dataDir, 'torn-recipes.json')
  let torn: readonly string[] = []
  try {
    torn = z.array(z.string()).parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // None was found so far.
  }
  return {
    all: () => torn,
    set: (names) => {
      const now = [...new Set(names)]
      const isSame = now.length === torn.length && now.every((name, place) => name === torn[place])
      torn = now
      if (isSame) return
      try {
        writeWholeNow(path, JSON.stringify(now))
      } catch (error) {
        onDefect(error)
      }
    }
  }
}
