import type { LibraryStacks } from '../../shared/library/library.ts'
import { emptySelection, type GridSelection } from './empty-selection.ts'

/** Deselects the items in `gone`, because they are no longer in the library or in the grid. */
export function deselectKeys(selection: GridSelection, gone: readonly number[]): GridSelection {
  if (!gone.some((key) => selection.keys.has(key))) return selection
  const keys = new Set(selection.keys)
  for (const key of gone) keys.delete(key)
  return { keys, anchor: selection.anchor !== null && keys.has(selection.anchor) ? selection.anchor : null, base: emptySelection.base }
}

/**
 * Deselects items that aren't in the grid, because the user can't see them. Also deselects stacks that are only partly selected. A stack
 * becomes partly selected when it gets a new result.
 */
export function deselectOutsideGrid(selection: GridSelection, order: Uint32Array, stacks: LibraryStacks | null = null): GridSelection {
  if (selection.keys.size === 0) return selection
  const shown = stacks === null ? new Set(order) : wholeStacks(selection.keys, stacks)
  return deselectKeys(
    selection,
    [...selection.keys].filter((key) => !shown.has(key))
  )
}

/** Returns the results of the stacks that are selected as a whole. */
function wholeStacks(keys: ReadonlySet<number>, { members, ends }: LibraryStacks): ReadonlySet<number> {
  const whole = new Set<number>()
  let from = 0
  for (const end of ends) {
    const results = members.subarray(from, end)
    if (results.every((key) => keys.has(key))) for (const key of results) whole.add(key)
    from = end
  }
  return whole
}
