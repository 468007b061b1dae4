import { open, opendir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { itemIdOf } from '../../shared/item-id.ts'
import type { Medium } from '../../shared/json-schema.ts'
import { foldedName } from '../../shared/result-name.ts'
import type { SavedFile, ProbeFile, ResultWriter } from '../core/ports.ts'
import { exists } from './unique-path.ts'
import { readReservation } from './name-reservation.ts'
import { partDigest, isPartFileName } from './part-file.ts'
import type { PartPaths } from './part-file.ts'
import { readRecipeInside } from './recipe-inside.ts'
import { kindOfFile } from './result-kind.ts'
import { isSidecar } from './sidecar.ts'

type Order = Pick<Parameters<ResultWriter['save']>[0], 'stem' | 'expectedMedium' | 'of'>

/**
 * Returns the result if Kiln was killed after the file got its claimed name, otherwise null. Such a file is complete, so nothing is
 * downloaded.
 */
export async function findReservedResult(order: Order, paths: PartPaths, probeFile: ProbeFile): Promise<SavedFile | null> {
  const claim = await readReservation(paths.claim)
  if (claim === null) return null
  const path = join(dirname(order.stem), claim.name)
  // A transcript may have arrived instead of audio. The digest proves that it is the result.
  const savedFile = (await asItIs(path, order.expectedMedium, probeFile)) ?? (await asItIs(path, 'text', probeFile))
  return savedFile?.sha256 === claim.sha256 ? { ...savedFile, downloadSha256: claim.download.sha256 } : null
}

/**
 * Finds a result whose file is in place but wasn't recorded before Kiln was killed. Null if there is no such file. The file must have the
 * reserved name and the expected medium. The name may have any spelling that the disk treats as equal. Used if the result's URL no longer
 * works.
 */
export async function findSavedResult(order: Order, probeFile: ProbeFile): Promise<SavedFile | null> {
  const folder = dirname(order.stem)
  const folded = foldedName(basename(order.stem))
  for await (const { name } of await opendir(folder)) {
    const dot = name.indexOf('.')
    if (dot === -1 || foldedName(name.slice(0, dot)) !== folded || isPartFileName(name) || isSidecar(name)) continue
    if (!(await exists(`${order.stem}${name.slice(dot)}`))) continue
    const path = join(folder, name)
    const savedFile = (await isOfAnother(path, order)) ? null : await asItIs(path, order.expectedMedium, probeFile)
    if (savedFile !== null) return savedFile
  }
  return null
}

/** True if a file contains the recipe of another output. */
async function isOfAnother(path: string, { of }: Order): Promise<boolean> {
  if (of === undefined) return false
  const recipe = await readRecipeInside(path).catch(() => null)
  return recipe !== null && recipe.id !== itemIdOf(of.record.id, of.index)
}

/** Returns the existing file. Null if it isn't of this medium. */
async function asItIs(path: string, expectedMedium: Medium, probeFile: ProbeFile): Promise<SavedFile | null> {
  const probed = await probeFile(path)
  if (!probed.ok) return null
  const kind = await kindOfFile(path, probed.facts, expectedMedium)
  if (kind?.medium !== expectedMedium) return null
  const { contentType, medium, width, height } = kind
  const { bytes, isTorn } = probed.facts
  await using file = await open(path, 'r')
  const sha256 = await partDigest(file, bytes)
  const recipe = await readRecipeInside(path).catch(() => null)
  return { path, contentType, medium, bytes, sha256, width, height, isTorn, downloadSha256: recipe?.download.sha256 ?? sha256 }
}
