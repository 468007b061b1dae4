import { isDeepStrictEqual } from 'node:util'
import type { IndexClient } from '../index/index-client.ts'
import type { StoredItem } from '../index/indexed-item.ts'
import type { SalvagedItem } from '../index/salvaged-items.ts'
import type { RestoredFile } from '../trash-can.ts'
import type { LibraryItems } from './library-items.ts'

export type RestoreUserMetadataDependencies = { readonly index: IndexClient; readonly items: LibraryItems }

/** Returns the recorded metadata. Skips files without metadata, as recorded by earlier versions. */
export function userMetadataOf(files: readonly RestoredFile[]): readonly SalvagedItem[] {
  return files.flatMap(({ id, person }) => (person === undefined ? [] : [{ id, person }]))
}

/** Restores stars, tags and collections, because sidecars may be older than the index, or missing. */
export async function restoreUserMetadata(
  { index, items }: RestoreUserMetadataDependencies,
  files: readonly Pick<RestoredFile, 'id' | 'person'>[]
): Promise<void> {
  const persons = new Map(files.map(({ id, person }) => [id, person]))
  const collections = new Set((await index.collections()).map(({ id }) => id))
  const indexed = await index.withIds([...persons.keys()])
  const changed = indexed.flatMap((item) => {
    const person = persons.get(item.id)
    if (person === undefined) return []
    const restored: StoredItem = {
      ...item,
      stars: person.stars,
      tags: person.tags,
      collections: person.collections.filter((id) => collections.has(id))
    }
    return isDeepStrictEqual(restored, item) ? [] : [restored]
  })
  await items.put(changed, false)
}
