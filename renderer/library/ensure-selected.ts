import { selectOnly } from './grid-selection.ts'
import { gridMembersOf } from './grid-members.ts'
import { libraryViewStore, updateSelection } from './library-view-store.ts'

/** Selects only the results of a tile, unless its `key` is selected. Returns the selected keys. */
export function ensureSelected(key: number): readonly number[] {
  const { keys } = libraryViewStore.getState().selection
  if (keys.has(key)) return [...keys]
  const members = gridMembersOf(key)
  updateSelection(() => selectOnly(key, members))
  return members
}
