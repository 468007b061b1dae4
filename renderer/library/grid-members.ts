import { gridStore } from './grid-store.ts'
import { membersOf } from './stacks.ts'

/** Returns the keys of the results in a tile of the grid, starting with `key`. */
export function gridMembersOf(key: number): readonly number[] {
  const { page } = gridStore.getState()
  return page === null ? [key] : membersOf(page, key)
}
