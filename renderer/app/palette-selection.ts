import type { ActionInput } from '../actions/result-actions.ts'
import { taskStore } from '../bridge/session.ts'
import { stageSelection } from '../compose/stage/stage-selection.ts'
import { libraryTileStore } from '../library/grid-store.ts'
import { libraryViewStore } from '../library/library-view-store.ts'
import { routeStore } from '../navigation/route.ts'

/**
 * Returns the results that the palette acts on: the viewer's result, the compared results, the result at the stage's cursor, or the
 * library’s selection. While the library's large view is open, its item replaces the selection. Empty if a selected tile isn’t loaded or
 * its file is missing.
 */
export function paletteSelection(): readonly ActionInput[] {
  const { route } = routeStore.getState()
  if (route.view === 'viewer') return resultInputs([route.itemId])
  if (route.view === 'compare') return resultInputs(route.ids)
  if (route.view === 'compose') {
    const { itemId } = stageSelection.getState()
    return itemId === null ? [] : resultInputs([itemId])
  }
  if (route.view !== 'library') return []
  const { largeKey, selection } = libraryViewStore.getState()
  const keys = largeKey === null ? [...selection.keys] : [largeKey]
  const tiles = keys.flatMap((key) => libraryTileStore.get(key) ?? []).filter(({ state }) => state !== 'missing')
  return tiles.length === keys.length ? tiles : []
}

/** True if the palette acts on the library's selection. The selection bar with its menus is then open. */
export function isSelectionBarOpen(): boolean {
  const { largeKey, selection } = libraryViewStore.getState()
  return routeStore.getState().route.view === 'library' && largeKey === null && selection.keys.size > 0
}

function resultInputs(ids: readonly string[]): readonly ActionInput[] {
  const wanted = new Set(ids)
  return taskStore.all().flatMap(({ results }) => results.filter(({ id }) => wanted.has(id)))
}
