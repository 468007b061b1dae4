import type { Values } from '../values.ts'

/** Most rows of one batch: more than anybody looks through, and few enough to be written down in one go. */
export const mostRows = 5_000

/** One row before it is checked. A file among the values may be a name relative to the table or folder that it came from. */
export type BatchRow = {
  /** What sets it apart, in a few words: "seed 4711", "line 7", "vase.png". */
  readonly name: string
  readonly values: Values
  /** What could not be read; empty where all could. */
  readonly unread: readonly UnreadCell[]
}

/** A cell that could not be read. `field` null: the whole line. `text`: what stands in it. `message`: a full sentence. */
export type UnreadCell = { readonly field: string | null; readonly text: string; readonly message: string }
