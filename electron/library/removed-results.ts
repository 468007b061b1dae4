import { appendFileSync, closeSync, fsyncSync, openSync, readFileSync } from 'node:fs'

/**
 * Which results a person has deleted or let go: the journal still names them, and they are neither missing nor to be fetched again. A text that
 * only grows, a line for each: `-<id>` deleted, `+<id>` brought back. Stored; do not change.
 */
export type RemovedResults = {
  readonly has: (id: string) => boolean
  /** On disk when it returns. */
  readonly add: (ids: readonly string[]) => void
  readonly bringBack: (ids: readonly string[]) => void
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

  function write(sign: '-' | '+', ids: readonly string[]): void {
    // A line that a kill cut off is closed first.
    appendFileSync(path, `\n${ids.map((id) => sign + id).join('\n')}\n`)
    const file = openSync(path, 'r+')
    fsyncSync(file)
    closeSync(file)
  }

  return {
    has: (id) => removed.has(id),
    add: (ids) => {
      if (ids.length === 0) return
      write('-', ids)
      for (const id of ids) removed.add(id)
    },
    bringBack: (ids) => {
      if (ids.length === 0) return
      write('+', ids)
      for (const id of ids) removed.delete(id)
    }
  }
}
