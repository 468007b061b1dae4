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
  // A rebuild has the library to itself, so no file moves meanwhile.
  const before = known.fileBeforeRebuild(id)
  if (before !== null) return before
  const result = journalResult(id)
  // A rebuild may start during these calls.
  if (result === null) return (await opening.answer(() => index.fileOf(id))) ?? known.fileBeforeRebuild(id)
  if (known.has(id)) return known.located(result)
  // The library isn't open yet, or the result is new. A journal result is available even if the index can't be read.
  return (await index.fileOf(id).catch(() => null)) ?? known.fileBeforeRebuild(id) ?? result
}
