import type { Capability } from '../../../shared/form/capability.ts'
import type { SearchIndexBuilder, SearchIndex } from './search-index.ts'
import { createSearchIndexBuilder } from './search-index.ts'

/** Indexes by list of capabilities. An index is built once for each list and shared by the gallery and the command palette. */
const indexings = new WeakMap<readonly Capability[], SearchIndexBuilder>()

/** Returns the complete index of a list. Immediately indexes the capabilities that `prepareSearch` hasn't indexed yet. */
export function searchIndexOf(capabilities: readonly Capability[]): SearchIndex {
  return indexingOf(capabilities).whole()
}

/**
 * Indexes the list while the browser is idle. A search's first letter then needs little work. Returns a function that stops the indexing.
 */
export function prepareSearch(capabilities: readonly Capability[]): () => void {
  const indexing = indexingOf(capabilities)
  let handle = requestIdleCallback(readOn)
  function readOn(pause: IdleDeadline): void {
    if (!indexing.readOn(() => pause.timeRemaining() < 2)) handle = requestIdleCallback(readOn)
  }
  return () => cancelIdleCallback(handle)
}

function indexingOf(capabilities: readonly Capability[]): SearchIndexBuilder {
  const indexing = indexings.get(capabilities) ?? createSearchIndexBuilder(capabilities)
  indexings.set(capabilities, indexing)
  return indexing
}
