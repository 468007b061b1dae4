import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'

/**
 * Which results a person has deleted or let go: the journal still names them, and they are neither missing nor to be fetched again. A text that
 * only grows, a line for each: `-<id>` deleted, `+<id>` brought back. Stored; do not change.
 */
export type RemovedResults = {
  readonly has: (id: string) => boolean
  /** On disk when it resolves. */
  readonly add: (ids: readonly string[]) => Promise<void>
  readonly bringBack: (ids: readonly string[]) => Promise<void>
}

export function openRemovedResults(path: string): RemovedResults {
  const removed = new Set<string>()
  try {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (line.startsWith('-')) removed.add(line.slice(1))
      else if (line.startsWith('+')) removed.delete(line.slice(1))
    }
  } catch {
    // Nothing was deleted so far.
  }

  async function write(sign: '-' | '+', ids: readonly string[]): Promise<void> {
    await using file = await open(path, 'a')
    // A line that a kill cut off is closed first.
    await file.appendFile(`\n${ids.map((id) => sign + id).join('\n')}\n`)
    await file.sync()
  }

  return {
    has: (id) => removed.has(id),
    add: async (ids) => {
      if (ids.length === 0) return
      await write('-', ids)
      for (const id of ids) removed.add(id)
    },
    bringBack: async (ids) => {
      if (ids.length === 0) return
      await write('+', ids)
      for (const id of ids) removed.delete(id)
    }
  }
}
