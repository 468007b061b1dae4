import type { BatchCredits, BatchWay } from './batch.ts'

/** A row as a person looks it over. */
export type PlannedRow = {
  /** One-based place among all rows, the bad ones counted. */
  readonly row: number
  readonly name: string
  /** What the row is for each column of the plan, in words. */
  readonly cells: readonly string[]
  /** Credits; null: not known before it has run. */
  readonly credits: number | null
  readonly isBad: boolean
  /** The row that asks for exactly the same; null: none before it does. */
  readonly sameAs: number | null
}

/** A row that can't be sent, and every reason why, as full sentences. */
export type BadRow = { readonly row: number; readonly name: string; readonly problems: readonly string[] }

/** What would be sent, checked like a single task, before anything is. */
export type BatchPlan = {
  readonly id: string
  readonly capability: string
  readonly way: BatchWay
  /** Rows that can be sent. */
  readonly count: number
  /** Pictures, videos or whatever is made of all rows that can be sent. */
  readonly outputs: number
  /** Of the rows that can be sent. */
  readonly credits: BatchCredits
  /** Labels of the fields that the rows differ in. */
  readonly columns: readonly string[]
  /** The first rows, good and bad. */
  readonly rows: readonly PlannedRow[]
  readonly badRows: readonly BadRow[]
  /** How many rows that can be sent ask for exactly what one before them does. */
  readonly repeated: number
}
