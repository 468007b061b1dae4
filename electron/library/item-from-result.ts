import { stat } from 'node:fs/promises'
import type { Stars } from '../../shared/library/library.ts'
import type { Recipe } from '../../shared/library/recipe.ts'
import type { FileProber } from '../tasks/ports.ts'
import type { IndexedItem, StoredItem } from './index/indexed-item.ts'
import { itemFieldsFromRecipe, readSidecar, type Sidecar } from './recipes/sidecar.ts'
import type { SavedResult } from '../tasks/machine/task-record.ts'

/**
 * `isWritten`: true if the sidecar doesn't need to be written. The sidecar is then up to date or can't be read. The user decides about an
 * unreadable sidecar.
 */
export type ConvertedResult = {
  readonly item: IndexedItem
  readonly isWritten: boolean
  readonly isTorn: boolean
  /** Collections that the sidecar contains. */
  readonly collections: Sidecar['person']['collections']
}

/**
 * Converts a journal result to an item. `before`: the item in the index, or null. Stars, tags and collections come from `before`, otherwise
 * from the sidecar.
 */
export async function itemFromResult(
  result: SavedResult,
  recipe: Recipe,
  before: StoredItem | null,
  probeFile: FileProber
): Promise<ConvertedResult> {
  const sidecar = before === null ? await readSidecar(result.path) : 'none'
  const known = typeof sidecar === 'object' && sidecar.id === result.id ? sidecar : null
  const isTorn = sidecar === 'torn'
  const found = await stat(result.path).catch(() => null)
  const item: IndexedItem = {
    id: result.id,
    ...itemFieldsFromRecipe(recipe, result.path),
    medium: result.medium,
    contentType: result.contentType,
    path: result.path,
    bytes: result.bytes,
    // A file of the right size is assumed to match the journal's digest. The next check reports a file of another size as changed.
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
  return {
    item,
    isWritten: isTorn || (known !== null && known.file.sha256 === result.sha256),
    isTorn,
    collections: known?.person.collections ?? []
  }
}

async function secondsOf({ path, medium }: SavedResult, probeFile: FileProber): Promise<number | null> {
  if (medium !== 'video' && medium !== 'audio') return null
  const probed = await probeFile(path)
  return probed.ok ? probed.facts.durationInSeconds : null
}
