import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Medium } from '../../../shared/form/json-schema.ts'
import { fileNameCollisionKey } from '../../../shared/library/result-name.ts'
import { slicesWithPauses } from '../../../shared/slices-with-pauses.ts'
import type { FileDigester, FileProber } from '../../tasks/ports.ts'
import { mapConcurrent } from '../map-concurrent.ts'
import { pathExists } from '../unique-path.ts'
import type { IndexedItem } from '../index/indexed-item.ts'
import { readEmbeddedRecipe } from '../recipes/embedded-recipe.ts'
import { fileResultKind } from '../downloads/result-kind.ts'
import type { FolderContents } from './scan-folder.ts'
import { itemFromSidecar, readModificationTime, itemFieldsFromRecipe, readSidecar } from '../recipes/sidecar.ts'

export type FolderReadResult = {
  readonly items: readonly IndexedItem[]
  /** Paths of the files that can't be imported automatically. They don't contain a recipe, or their ID is already taken. */
  readonly strange: readonly string[]
  /** Paths of the files whose sidecar can't be read. */
  readonly torn: readonly string[]
}

/** Aborting `signal` stops the reading, which then rejects with the signal's reason. */
type Parts = { readonly probeFile: FileProber; readonly digestFile: FileDigester; readonly signal?: AbortSignal }
type Found = { readonly item: IndexedItem | null; readonly path: string; readonly isTorn: boolean }

const readsAtOnce = 16

/**
 * Reads the recipes of a folder's files. The sidecar takes precedence over the recipe inside the file. Skips files at `known.paths`, even
 * if the disk now spells their names differently. A file is `strange` if it doesn't have a recipe or its ID is taken. An ID is taken if
 * it's in `known.ids` or belongs to an earlier file.
 */
export async function readFolderItems(
  contents: FolderContents,
  known: { readonly paths: ReadonlySet<string>; readonly ids: ReadonlySet<string> },
  parts: Parts
): Promise<FolderReadResult> {
  const there = new Set<string>()
  const unknown: string[] = []
  for await (const slice of slicesWithPauses(contents.files, () => setImmediate())) {
    for (const path of slice) {
      there.add(path)
      if (!known.paths.has(path)) unknown.push(path)
    }
  }
  const unlisted = new Map<string, string>()
  for await (const slice of slicesWithPauses(known.paths, () => setImmediate()))
    for (const path of slice) if (!there.has(path)) unlisted.set(fileNameCollisionKey(path), path)
  const isRespelled = async (path: string): Promise<boolean> => {
    const spelling = unlisted.get(fileNameCollisionKey(path))
    return spelling !== undefined && (await pathExists(spelling))
  }
  const readUnlessKnown = async (path: string): Promise<Found | null> => ((await isRespelled(path)) ? null : readFile(path, parts))
  const read = await mapConcurrent(readsAtOnce, unknown, readUnlessKnown, parts.signal)
  const found = read.filter((one) => one !== null)
  // Files that are missing but still described by a sidecar.
  const orphans: string[] = []
  for await (const slice of slicesWithPauses(contents.sidecars, () => setImmediate()))
    for (const { of } of slice) if (!there.has(of) && !known.paths.has(of)) orphans.push(of)
  for (const orphan of await mapConcurrent(readsAtOnce, orphans, readOrphan, parts.signal)) found.push(orphan)

  const taken = new Set(known.ids)
  const items: IndexedItem[] = []
  const strange: string[] = []
  for (const { item, path } of found) {
    if (item !== null && !taken.has(item.id)) {
      taken.add(item.id)
      items.push(item)
    } else if (there.has(path)) strange.push(path)
  }
  return { items, strange, torn: found.filter(({ isTorn }) => isTorn).map(({ path }) => path) }
}

async function readFile(path: string, parts: Parts): Promise<Found> {
  const sidecar = await readSidecar(path)
  if (typeof sidecar === 'object') return { path, isTorn: false, item: await itemFromSidecar(path, sidecar) }
  return { path, isTorn: sidecar === 'torn', item: await itemOfInside(path, parts) }
}

async function readOrphan(path: string): Promise<Found> {
  const sidecar = await readSidecar(path)
  const item = typeof sidecar === 'object' ? { ...(await itemFromSidecar(path, sidecar)), state: 'missing' as const } : null
  return { path, isTorn: sidecar === 'torn', item }
}

/**
 * Builds an item from the recipe inside a file. The item's creation time is the file's modification time. Null if the file can't be read or
 * doesn't contain a readable recipe.
 */
async function itemOfInside(path: string, parts: Parts): Promise<IndexedItem | null> {
  const inside = await readEmbeddedRecipe(path).catch(() => null)
  if (inside === null) return null
  const { download: _, ...recipe } = inside
  const about = await readFileFacts(path, parts)
  if (about === null) return null
  return {
    id: recipe.id,
    ...itemFieldsFromRecipe(recipe, basename(path)),
    ...about,
    path,
    madeAt: about.modifiedAt ?? recipe.times.askedAt,
    stars: 0,
    tags: [],
    collections: [],
    state: 'here',
    recipe
  }
}

/**
 * Returns the data that a file's bytes reveal, and its modification time. `expectedMedium`: the known medium of a format without magic
 * bytes, such as text. The extension must then match the format. Null if Kiln can't read the file or determine its medium.
 */
export async function readFileFacts(
  path: string,
  { probeFile, digestFile, signal }: Parts,
  expectedMedium: Medium | null = null
): Promise<Pick<
  IndexedItem,
  'medium' | 'contentType' | 'bytes' | 'sha256' | 'width' | 'height' | 'durationInSeconds' | 'modifiedAt'
> | null> {
  const [probed, digested] = [await probeFile(path), await digestFile(path, signal)]
  if (!probed.ok || !digested.ok) return null
  const kind = await fileResultKind(path, probed.facts, expectedMedium)
  if (kind === null) return null
  const { medium, contentType, width, height } = kind
  const { bytes, durationInSeconds } = probed.facts
  return {
    medium,
    contentType,
    bytes,
    sha256: digested.sha256,
    width,
    height,
    durationInSeconds,
    modifiedAt: await readModificationTime(path)
  }
}
