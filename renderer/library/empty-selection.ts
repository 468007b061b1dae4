/**
 * The selected items, by key, so that the selection survives a new sort order. A range starts at `anchor`. `base` has the items that were
 * selected before the range. They can stay selected when the range changes. In a grid of stacks, all results of a stack are selected
 * together. `anchor` is then the key of the stack's tile. This file is separate from `grid-selection.ts`, so that the first view doesn't
 * load that file's functions.
 */
export type GridSelection = {
  readonly keys: ReadonlySet<number>
  readonly anchor: number | null
  readonly base: ReadonlySet<number>
}

export const emptySelection: GridSelection = { keys: new Set(), anchor: null, base: new Set() }
