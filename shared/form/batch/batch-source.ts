import { z } from 'zod'
import { valueSchema } from '../values.ts'

const name = z.string().min(1).max(1_000)

const cellText = z.string().max(100_000)
/**
 * A replacement for the text of a table cell, in one batch only. `row` is numbered as a spreadsheet shows it. `column` is the column's
 * zero-based index. `from` is the text in the file. The edit is ignored if the file now has another text in this cell.
 */
const cellEditSchema = z.object({ row: z.number().int().min(1), column: z.number().int().min(0), from: cellText, text: cellText })
export type CellEdit = z.infer<typeof cellEditSchema>

/**
 * Source of a batch's rows. `folder` and `table` are tokens in the page and paths in the main process. The page never handles paths.
 * `columns` has the field that each table column fills. A column that isn't used is null. `hasHeader` is true if the first row holds the
 * column names. It is true by default. `edits` replaces cells of the table. The table's file isn't changed.
 */
export const batchSourceSchema = z.discriminatedUnion('way', [
  /** `first` is null for random seeds. */
  z.object({ way: z.literal('seeds'), count: z.number().int().min(1), first: z.number().int().nullable() }),
  z.object({ way: z.literal('folder'), folder: name, field: name, withSubfolders: z.boolean() }),
  z.object({
    way: z.literal('table'),
    table: name,
    columns: z.array(name.nullable()).max(1_000),
    hasHeader: z.boolean().optional(),
    edits: z.array(cellEditSchema).max(5_000).optional()
  }),
  z.object({
    way: z.literal('grid'),
    axes: z.array(z.object({ field: name, values: z.array(valueSchema).max(5_000) })).max(8)
  })
])
export type BatchSource = z.infer<typeof batchSourceSchema>

/** A chosen table, before it is turned into rows. */
export type TablePreview = {
  /** A token in the page, and a path in the main process. */
  readonly table: string
  readonly name: string
  readonly rowCount: number
  /** True if the first row holds the column names. Otherwise it is a normal row. */
  readonly hasHeader: boolean
  readonly columns: readonly {
    readonly head: string
    /** First values of the column, shortened. */
    readonly samples: readonly string[]
    /** The field that the column probably fills. Null if unknown. */
    readonly field: string | null
  }[]
}

/** A chosen folder. Only files with an extension that the field accepts are counted. */
export type FolderPreview = {
  readonly folder: string
  readonly name: string
  readonly fileCount: number
  readonly withSubfoldersCount: number
  readonly subfolders: number
  /** Number of other files directly in the folder. They are skipped. */
  readonly otherFiles: number
}

/** A table or folder that was dropped on a batch. */
export type DroppedBatchSource =
  | { readonly kind: 'table'; readonly table: TablePreview }
  | { readonly kind: 'folder'; readonly folder: FolderPreview }
