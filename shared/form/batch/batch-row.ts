import type { Values } from '../values.ts'

/** Maximum number of rows in a batch. Users are unlikely to review more, and a single database write can store this many. */
export const maxBatchRows = 5_000

/** A row before it is checked. A file in `values` may be a name relative to its table or folder. */
export type BatchRow = {
  /** Short distinguishing name: "seed 4711", "line 7", "vase.png". */
  readonly name: string
  readonly values: Values
  /** Cells that couldn't be read. */
  readonly unread: readonly UnreadableCell[]
}

/**
 * A cell that couldn't be read. `field` is null if the whole line couldn't be read. `text` is the cell's content. `message` is a full
 * sentence.
 */
export type UnreadableCell = { readonly field: string | null; readonly text: string; readonly message: string }
