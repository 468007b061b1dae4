import type { RequestLogEntry } from '../../shared/app/request-log.ts'

/** Maximum number of entries. Older ones are dropped. */
const mostEntries = 500
const mostPathCharacters = 300

export type RequestLog = {
  readonly add: (entry: RequestLogEntry) => void
  /** Returns the entries, newest first. */
  readonly list: () => readonly RequestLogEntry[]
}

/**
 * Creates a log of the latest requests, in memory only. A log file would record the user's activity for weeks. The request IDs that support
 * needs are in the journal.
 */
export function createRequestLog(): RequestLog {
  let entries: RequestLogEntry[] = []
  return {
    add: (entry) => {
      const path = (entry.path.split(/[?#]/)[0] ?? '').slice(0, mostPathCharacters)
      entries.push({ ...entry, path })
      if (entries.length > mostEntries * 2) entries = entries.slice(-mostEntries)
    },
    list: () => entries.slice(-mostEntries).toReversed()
  }
}
