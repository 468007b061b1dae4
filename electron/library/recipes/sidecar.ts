import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { mediums } from '../../../shared/form/json-schema.ts'
import { recipeSchema } from '../../../shared/library/recipe.ts'
import type { Recipe } from '../../../shared/library/recipe.ts'
import type { Stars } from '../../../shared/library/library.ts'
import { word } from '../../../shared/i18n/say.ts'
import { errorCode } from '../../service/http-client.ts'
import type { IndexedItem } from '../index/indexed-item.ts'
import { writeFileAtomic } from '../write-file-atomic.ts'

/**
 * Contents of `<name>.<ending>.json` beside a result. It has all of Kiln's data about the result. The library can be restored from the
 * folder alone. Stored, and also read by other programs. Never rename a field. Times are in milliseconds since 1970.
 */
export const sidecarSchema = z.object({
  format: z.literal('kiln-sidecar'),
  version: z.literal(1),
  /** Library item ID. */
  id: z.string().min(1).max(200),
  savedAt: z.number(),
  file: z.object({
    name: z.string(),
    contentType: z.string().max(200),
    medium: z.enum(mediums),
    bytes: z.number().int().nonnegative(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    width: z.number().nullable(),
    height: z.number().nullable(),
    durationInSeconds: z.number().nullable()
  }),
  person: z.object({
    stars: z.number().int().min(0).max(5),
    tags: z.array(z.string()).readonly(),
    collections: z.array(z.object({ id: z.number().int().positive(), name: z.string() })).readonly()
  }),
  /** Null if the file doesn't have a recipe. */
  recipe: recipeSchema.nullable()
})
export type Sidecar = Readonly<z.infer<typeof sidecarSchema>>

/** `none`: there is no sidecar. `torn`: the sidecar can't be read. */
export type SidecarReadResult = Sidecar | 'none' | 'torn'

export function sidecarPath(path: string): string {
  return `${path}.json`
}

export function isSidecarName(name: string): boolean {
  return /\.[a-z0-9]{1,5}\.json$/i.test(name) && !name.endsWith('.part.json')
}

export async function readSidecar(path: string): Promise<SidecarReadResult> {
  try {
    const sidecar = sidecarSchema.safeParse(JSON.parse(await readFile(sidecarPath(path), 'utf8')))
    return sidecar.success ? sidecar.data : 'torn'
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? 'none' : 'torn'
  }
}

/** Writes a file's sidecar. @throws file system errors. */
export async function writeSidecar(path: string, sidecar: Sidecar): Promise<void> {
  await writeFileAtomic(sidecarPath(path), `${JSON.stringify(sidecar, null, 2)}\n`)
}

export function sidecarFromItem(item: IndexedItem, nameOfCollection: (id: number) => string | null): Sidecar {
  return {
    format: 'kiln-sidecar',
    version: 1,
    id: item.id,
    savedAt: item.madeAt,
    file: {
      name: basename(item.path),
      contentType: item.contentType,
      medium: item.medium,
      bytes: item.bytes,
      sha256: item.sha256,
      width: item.width,
      height: item.height,
      durationInSeconds: item.durationInSeconds
    },
    person: {
      stars: item.stars,
      tags: item.tags,
      collections: item.collections.flatMap((id) => {
        const name = nameOfCollection(id)
        return name === null ? [] : [{ id, name }]
      })
    },
    recipe: item.recipe
  }
}

/** Converts a sidecar to an item. The next file check reports the file as changed if its size differs from the sidecar's. */
export async function itemFromSidecar(path: string, sidecar: Sidecar): Promise<IndexedItem> {
  const { file, person, recipe } = sidecar
  return {
    id: sidecar.id,
    ...itemFieldsFromRecipe(recipe, basename(path)),
    medium: file.medium,
    contentType: file.contentType,
    path,
    bytes: file.bytes,
    modifiedAt: await readModificationTime(path),
    sha256: file.sha256,
    width: file.width,
    height: file.height,
    durationInSeconds: file.durationInSeconds,
    madeAt: sidecar.savedAt,
    stars: person.stars as Stars,
    tags: person.tags,
    collections: person.collections.map(({ id }) => id),
    state: 'here',
    recipe
  }
}

/** Returns the item fields that come from the recipe. Without a recipe, the title is the file name. */
export function itemFieldsFromRecipe(
  recipe: Recipe | null,
  fileName: string
): Pick<IndexedItem, 'task' | 'capability' | 'capabilityTitle' | 'title' | 'prompt' | 'connectionId'> {
  if (recipe === null)
    // Search finds this English title. The page shows a translation instead.
    return { task: null, capability: '', capabilityTitle: word('Added by you'), title: fileName, prompt: null, connectionId: null }
  const { task, capability, capabilityTitle, title, prompt, connectionId } = recipe
  return { task, capability, capabilityTitle, title, prompt, connectionId }
}

/** Returns a file's modification time, in milliseconds since 1970. Null if the file can't be read. */
export async function readModificationTime(path: string): Promise<number | null> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => null
  )
}
