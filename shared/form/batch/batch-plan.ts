import type { Problem } from '../problem.ts'
import type { BatchCredits, BatchSourceKind } from './batch.ts'
import type { BatchRowName } from './batch-row.ts'

/** A row as shown to the user for review. */
export type PlannedRow = {
  /** One-based position among all rows, including invalid rows. */
  readonly row: number
  readonly name: BatchRowName
  /** The row's value for each column of the plan, as text. */
  readonly cells: readonly string[]
  /** Price in credits. Null if the price is unknown until the task has finished. */
  readonly credits: number | null
  readonly isBad: boolean
  /** Number of the earlier row with the same request. Null if none exists. */
  readonly sameAs: number | null
}

/** A cell of a table that causes a problem. `row` and `column` as in `CellEdit`. `label` is its field's label. */
export type CellToFix = { readonly row: number; readonly column: number; readonly label: string; readonly text: string }

/** A row that can't be sent, with every reason. `cells` has the table's cells to fix. It is empty if the problem isn't in a cell. */
export type InvalidRow = {
  readonly row: number
  readonly name: BatchRowName
  readonly problems: readonly Problem[]
  readonly cells: readonly CellToFix[]
}

/** A batch before anything is sent. Each row was checked like a single task. */
export type BatchPlan = {
  readonly id: string
  readonly capability: string
  readonly way: BatchSourceKind
  /** Number of rows that can be sent. */
  readonly count: number
  /** Total number of outputs, such as images or videos, in all sendable rows. */
  readonly outputs: number
  /** Cost of the rows that can be sent, in credits. */
  readonly credits: BatchCredits
  /** Labels of the fields whose values differ between rows. */
  readonly columns: readonly string[]
  /** The first rows, valid and invalid. */
  readonly rows: readonly PlannedRow[]
  readonly badRows: readonly InvalidRow[]
  /** Number of sendable rows with the same request as an earlier row. */
  readonly repeated: number
  /** Number of table cells whose text was replaced for this batch. */
  readonly editedCells: number
}

/**
 * A plan as the window shows it. `pictures` has the URL of each cell's image, for each of `rows`. A URL is null if the cell has no image.
 */
export type ShownBatchPlan = BatchPlan & { readonly pictures: readonly (readonly (string | null)[])[] }
