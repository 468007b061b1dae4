import { open, opendir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { itemIdOf } from '../../../shared/library/item-id.ts'
import type { Medium } from '../../../shared/form/json-schema.ts'
import { fileNameCollisionKey } from '../../../shared/library/result-name.ts'
import type { SavedFile, FileProber, ResultWriter } from '../../tasks/ports.ts'
import { pathExists } from '../unique-path.ts'
import { readReservation } from './name-reservation.ts'
import { digestFirstBytes, isPartFileName } from './part-file.ts'
import type { PartPaths } from './part-file.ts'
import { readEmbeddedRecipe } from '../recipes/embedded-recipe.ts'
import { fileResultKind } from './result-kind.ts'
import { isSidecarName } from '../recipes/sidecar.ts'

type Order = Pick<Parameters<ResultWriter['save']>[0], 'stem' | 'expectedMedium' | 'of'>

/**
 * Returns a result whose file already has its reserved name. In that case, Kiln was killed before it recorded the result. The file is
 * complete, so no download is needed. Null if there is no such file.
 */
export async function findReservedResult(order: Order, paths: PartPaths, probeFile: FileProber): Promise<SavedFile | null> {
  const claim = await readReservation(paths.claim)
  if (claim === null) return null
  const path = join(dirname(order.stem), claim.name)
  // The service may have sent a transcript instead of audio. The digest proves that the file is the result.
  const savedFile = (await asItIs(path, order.expectedMedium, probeFile)) ?? (await asItIs(path, 'text', probeFile))
  return savedFile?.sha256 === claim.sha256 ? { ...savedFile, downloadSha256: claim.download.sha256 } : null
}

/**
 * Finds a result that Kiln saved, but didn't record because it was killed. The file must have the reserved name and the expected medium.
 * Any spelling of the name that the disk treats as equal is accepted. Used if the result's URL no longer works. Null if there is no such
 * file.
 */
export async function findSavedResult(order: Order, probeFile: FileProber): Promise<SavedFile | null> {
  const folder = dirname(order.stem)
  const folded = fileNameCollisionKey(basename(order.stem))
  for await (const { name } of await opendir(folder)) {
    const dot = name.indexOf('.')
    if (dot === -1 || fileNameCollisionKey(name.slice(0, dot)) !== folded || isPartFileName(name) || isSidecarName(name)) continue
    if (!(await pathExists(`${order.stem}${name.slice(dot)}`))) continue
    const path = join(folder, name)
    const savedFile = (await isOfAnother(path, order)) ? null : await asItIs(path, order.expectedMedium, probeFile)
    if (savedFile !== null) return savedFile
  }
  return null
}

/** True if a file contains the recipe of another output. */
async function isOfAnother(path: string, { of }: Order): Promise<boolean> {
  if (of === undefined) return false
  const recipe = await readEmbeddedRecipe(path).catch(() => null)
  return recipe !== null && recipe.id !== itemIdOf(of.record.id, of.index)
}

/** Returns the data of an existing file. Null if it can't be read or isn't of `expectedMedium`. */
async function asItIs(path: string, expectedMedium: Medium, probeFile: FileProber): Promise<SavedFile | null> {
  const probed = await probeFile(path)
  if (!probed.ok) return null
  const kind = await fileResultKind(path, probed.facts, expectedMedium)
  if (kind?.medium !== expectedMedium) return null
  const { contentType, medium, width, height } = kind
  const { bytes, isTorn } = probed.facts
  await using file = await open(path, 'r')
  const sha256 = await digestFirstBytes(file, bytes)
  const recipe = await readEmbeddedRecipe(path).catch(() => null)
  return { path, contentType, medium, bytes, sha256, width, height, isTorn, downloadSha256: recipe?.download.sha256 ?? sha256 }
}
