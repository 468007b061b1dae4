import type { IndexClient } from '../index/index-client.ts'
import type { ServedFile } from '../index/indexed-item.ts'
import type { LibraryOpening } from '../library-opening.ts'
import type { LibraryOptions } from '../library-options.ts'
import type { KnownItems } from './known-items.ts'

export type LocateFileDependencies = Pick<LibraryOptions, 'journalResult'> & {
  readonly index: IndexClient
  readonly known: KnownItems
  readonly opening: LibraryOpening
}

/** Returns where an item's file is, moved or not. Null if neither the journal nor the index has the item. */
export async function locateFile({ index, known, opening, journalResult }: LocateFileDependencies, id: string): Promise<ServedFile | null> {
  const result = journalResult(id)
  // The index may have an older file of a result that was saved again.
  const isCurrent = (file: ServedFile | null): boolean => file !== null && (result === null || file.madeAt === result.savedAt)
  // No other operation runs during a rebuild, so these paths are still valid.
  const before = known.fileBeforeRebuild(id)
  if (isCurrent(before)) return before
  // A rebuild may start during these calls.
  if (result === null) return (await opening.answer(() => index.fileOf(id))) ?? known.fileBeforeRebuild(id)
  const saved = { ...known.located(result), madeAt: result.savedAt }
  if (known.has(id)) return saved
  // The library isn't open yet, or the result is new. A journal result is available even if the index can't be read.
  const indexed = (await index.fileOf(id).catch(() => null)) ?? known.fileBeforeRebuild(id)
  return isCurrent(indexed) ? indexed : saved
}
