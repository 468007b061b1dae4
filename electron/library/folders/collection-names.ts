import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { IndexedCollection } from '../index/indexed-item.ts'
import { writeFileAtomic } from '../write-file-atomic.ts'

/** Format of the collections file, which also lists empty collections. Don't rename its keys. */
const namesSchema = z.object({
  format: z.literal('kiln-collections'),
  version: z.literal(1),
  collections: z.array(z.object({ id: z.number().int().positive(), name: z.string(), createdAt: z.number() })).readonly()
})

/** Name of the file in the library folder. */
export const collectionsFileName = '.kiln-collections.json'

/**
 * Returns the saved collections. Empty if the file is missing or unreadable. In that case, sidecars still name the collections of their
 * files.
 */
export async function readCollections(folder: string): Promise<readonly IndexedCollection[]> {
  try {
    return namesSchema.parse(JSON.parse(await readFile(join(folder, collectionsFileName), 'utf8'))).collections
  } catch {
    return []
  }
}

/** Saves the collections. @throws file system errors. */
export async function writeCollections(folder: string, collections: readonly IndexedCollection[]): Promise<void> {
  const bare = collections.map(({ id, name, createdAt }) => ({ id, name, createdAt }))
  const text = JSON.stringify({ format: 'kiln-collections', version: 1, collections: bare }, null, 2)
  await writeFileAtomic(join(folder, collectionsFileName), `${text}\n`)
}
