import type { RequestEntry } from '../../shared/request-log.ts'

/** What is remembered; older ones are let go. */
const mostEntries = 500
const mostPathCharacters = 300

export type RequestLog = {
  readonly add: (entry: RequestEntry) => void
  /** Newest first. */
  readonly list: () => readonly RequestEntry[]
}

/**
 * The last requests, in memory: what support needs of tasks lies in the journal with its request ids, and a file of all requests would tell
 * for weeks what somebody did.
 */
export function createRequestLog(): RequestLog {
  let entries: RequestEntry[] = []
  return {
    add: (entry) => {
      const path = (entry.path.split(/[?#]/)[0] ?? '').slice(0, mostPathCharacters)
      entries.push({ ...entry, path })
      if (entries.length > mostEntries * 2) entries = entries.slice(-mostEntries)
    },
    list: () => entries.slice(-mostEntries).toReversed()
  }
}
