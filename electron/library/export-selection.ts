import type { ExportReceipt } from '../../shared/library/library.ts'
import { untrackedOperationContext, type BulkOperationContext } from './bulk-operation-context.ts'
import { exportError } from './export-error.ts'
import { exportAsZip, exportToFolder, type ExportOptions } from './export-items.ts'
import type { IndexClient } from './index/index-client.ts'
import type { LibraryItems } from './items/library-items.ts'
import type { LibraryOpening } from './library-opening.ts'
import { pathExists } from './unique-path.ts'

export type ExportSelectionDependencies = {
  readonly index: IndexClient
  readonly items: LibraryItems
  readonly opening: LibraryOpening
  /** Aborted when the library starts to close. */
  readonly closing: AbortSignal
}

export type ExportRequest = {
  readonly keys: readonly number[]
  readonly withRecipes: boolean
  readonly asZip: boolean
  readonly path: string
  readonly run?: BulkOperationContext
}

/** Copies files to a folder or into a ZIP file. @throws UserFacingError that says what failed and what to do. */
export async function exportSelection(
  { index, items, opening, closing }: ExportSelectionDependencies,
  { keys, withRecipes, asZip, path, run = untrackedOperationContext }: ExportRequest
): Promise<ExportReceipt> {
  await opening.ready()
  const names = new Map((await index.collections()).map(({ id, name }) => [id, name]))
  let done = 0
  const options: ExportOptions = {
    items: items.withKeys(keys),
    withRecipes,
    nameOfCollection: (id) => names.get(id) ?? null,
    signal: AbortSignal.any([run.signal, closing]),
    onDone: (count) => {
      done = count
      run.report(count)
    }
  }
  try {
    await (asZip ? exportAsZip(options, path) : exportToFolder(options, path))
    return { count: done, path, isStopped: false }
  } catch (cause) {
    if (run.signal.aborted) return { count: asZip ? 0 : done, path, isStopped: true }
    closing.throwIfAborted()
    await opening.ready()
    const gone = await firstGone(await items.briefs(keys))
    throw await exportError(cause, { done: asZip ? 0 : done, count: keys.length, path, gone })
  }
}

/** Returns the first path without a file. Null if all files exist. */
async function firstGone(items: readonly { readonly path: string }[]): Promise<string | null> {
  for (const { path } of items) if (!(await pathExists(path))) return path
  return null
}
