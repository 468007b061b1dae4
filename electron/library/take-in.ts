import { stat } from 'node:fs/promises'
import type { Stars } from '../../shared/library.ts'
import type { Recipe } from '../../shared/recipe.ts'
import type { Result } from '../../shared/task.ts'
import type { ProbeFile } from '../core/ports.ts'
import type { IndexedItem, StoredItem } from './open-index.ts'
import { ofRecipe, readSidecar } from './sidecar.ts'

/** `isWritten`: the sidecar says the same already, or is one that can't be read and is left for a person to look at. */
export type TakenIn = { readonly item: IndexedItem; readonly isWritten: boolean; readonly isTorn: boolean }

/** A result of the journal as an item; what a person has said of it (stars, tags, collections) stays, by the index or else by the sidecar. */
export async function takeIn(result: Result, recipe: Recipe, before: StoredItem | null, probeFile: ProbeFile): Promise<TakenIn> {
  const sidecar = before === null ? await readSidecar(result.path) : 'none'
  const known = typeof sidecar === 'object' && sidecar.id === result.id ? sidecar : null
  const isTorn = sidecar === 'torn'
  const found = await stat(result.path).catch(() => null)
  const item: IndexedItem = {
    id: result.id,
    ...ofRecipe(recipe, result.path),
    medium: result.medium,
    contentType: result.contentType,
    path: result.path,
    bytes: result.bytes,
    // Of the right size it is taken for what the journal digested; the next look finds out whether it is.
    modifiedAt: found?.size === result.bytes ? found.mtimeMs : null,
    sha256: result.sha256,
    width: result.width,
    height: result.height,
    durationInSeconds: before?.durationInSeconds ?? known?.file.durationInSeconds ?? (await secondsOf(result, probeFile)),
    madeAt: result.savedAt,
    stars: before?.stars ?? ((known?.person.stars ?? 0) as Stars),
    tags: before?.tags ?? known?.person.tags ?? [],
    collections: before?.collections ?? known?.person.collections.map(({ id }) => id) ?? [],
    state: found === null ? 'missing' : 'here',
    recipe: known?.recipe ?? recipe
  }
  return { item, isWritten: isTorn || (known !== null && known.file.sha256 === result.sha256), isTorn }
}

async function secondsOf({ path, medium }: Result, probeFile: ProbeFile): Promise<number | null> {
  if (medium !== 'video' && medium !== 'audio') return null
  const probed = await probeFile(path)
  return probed.ok ? probed.facts.durationInSeconds : null
}
