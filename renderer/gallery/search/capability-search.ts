import type { Capability } from '../../../shared/capability.ts'
import type { Indexing, SearchIndex } from './search-index.ts'
import { startIndex } from './search-index.ts'

/** Built once for each list that main sends, for gallery and palette alike. */
const indexings = new WeakMap<readonly Capability[], Indexing>()

/** The index of a list. Immediately reads whatever the pauses have left unread. */
export function searchIndexOf(capabilities: readonly Capability[]): SearchIndex {
  return indexingOf(capabilities).whole()
}

/**
 * Reads the list in pauses between frames. The index is then complete at the first letter of a search. Returns a function that stops it.
 */
export function prepareSearch(capabilities: readonly Capability[]): () => void {
  const indexing = indexingOf(capabilities)
  let handle = requestIdleCallback(readOn)
  function readOn(pause: IdleDeadline): void {
    if (!indexing.readOn(() => pause.timeRemaining() < 2)) handle = requestIdleCallback(readOn)
  }
  return () => cancelIdleCallback(handle)
}

function indexingOf(capabilities: readonly Capability[]): Indexing {
  const indexing = indexings.get(capabilities) ?? startIndex(capabilities)
  indexings.set(capabilities, indexing)
  return indexing
}
