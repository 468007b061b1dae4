import { z } from 'zod'
import { valueSchema } from '../values.ts'

const name = z.string().min(1).max(1_000)

/**
 * Where the rows of a batch come from. `folder` and `table` are tokens in the page and paths in main: a page names no path.
 * `columns`: the field that each column of the table fills; null for one that is not used.
 */
export const batchSourceSchema = z.discriminatedUnion('way', [
  /** `first` null: any seeds. */
  z.object({ way: z.literal('seeds'), count: z.number().int().min(1), first: z.number().int().nullable() }),
  z.object({ way: z.literal('folder'), folder: name, field: name, withSubfolders: z.boolean() }),
  z.object({ way: z.literal('table'), table: name, columns: z.array(name.nullable()).max(1_000) }),
  z.object({
    way: z.literal('grid'),
    axes: z.array(z.object({ field: name, values: z.array(valueSchema).max(5_000) })).max(8)
  })
])
export type BatchSource = z.infer<typeof batchSourceSchema>

/** A table that was chosen, before it is made into rows. */
export type TableFound = {
  /** Token in the page; path in main. */
  readonly table: string
  readonly name: string
  readonly rowCount: number
  readonly columns: readonly {
    readonly head: string
    /** What stands in its first rows, shortened. */
    readonly samples: readonly string[]
    /** The field that it seems to fill. */
    readonly field: string | null
  }[]
}

/** A folder that was chosen. Counts are of files that may be what the field takes, by their endings. */
export type FolderFound = {
  readonly folder: string
  readonly name: string
  readonly fileCount: number
  readonly withSubfoldersCount: number
  readonly subfolders: number
  /** Files of other kinds in the folder itself, which are left out. */
  readonly otherFiles: number
}

/** What was dropped on a batch. */
export type DroppedSource =
  | { readonly kind: 'table'; readonly table: TableFound }
  | { readonly kind: 'folder'; readonly folder: FolderFound }
