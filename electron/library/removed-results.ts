import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'

/**
 * Results that the user deleted or removed. The journal still lists them, but they don't count as missing and aren't downloaded again. The
 * file is append-only text with one line per change: `-<id>` for deleted, `+<id>` for restored. Stored. Don't change.
 */
export type RemovedResults = {
  readonly has: (id: string) => boolean
  /** Records removed results. Resolves once the change is on disk. */
  readonly add: (ids: readonly string[]) => Promise<void>
  readonly restore: (ids: readonly string[]) => Promise<void>
}

export function openRemovedResults(path: string): RemovedResults {
  const removed = new Set<string>()
  try {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (line.startsWith('-')) removed.add(line.slice(1))
      else if (line.startsWith('+')) removed.delete(line.slice(1))
    }
  } catch {
    // No result has been deleted yet, or the file can't be read.
  }

  async function write(sign: '-' | '+', ids: readonly string[]): Promise<void> {
    await using file = await open(path, 'a')
    // The leading newline ends a line that a crash truncated.
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
    restore: async (ids) => {
      if (ids.length === 0) return
      await write('+', ids)
      for (const id of ids) removed.delete(id)
    }
  }
}
