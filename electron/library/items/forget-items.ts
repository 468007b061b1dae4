import type { LibraryItem } from '../../../shared/library/library.ts'
import type { RemovedResults } from '../removed-results.ts'
import type { KnownItems } from './known-items.ts'

export type ForgetItemsDependencies = { readonly known: KnownItems; readonly removed: RemovedResults }

/** Records that the user removed these items. */
export async function forgetItems({ known, removed }: ForgetItemsDependencies, items: readonly Pick<LibraryItem, 'id'>[]): Promise<void> {
  const ids = items.map(({ id }) => id)
  await removed.add(ids.filter((id) => !removed.has(id)))
  for (const id of ids) {
    known.deleteSavedAt(id)
    known.deleteMovedPath(id)
  }
}
