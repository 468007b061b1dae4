import { open, opendir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { itemIdOf } from '../../shared/item-id.ts'
import type { Medium } from '../../shared/json-schema.ts'
import { foldedName } from '../../shared/result-name.ts'
import type { Kept, ProbeFile, ResultKeeper } from '../core/ports.ts'
import { isThere } from './free-name.ts'
import { readClaim } from './name-claim.ts'
import { digestOf, isOfPart } from './part-file.ts'
import type { PartPaths } from './part-file.ts'
import { readRecipeInside } from './recipe-inside.ts'
import { kindOfFile } from './result-kind.ts'
import { isSidecar } from './sidecar.ts'

type Order = Pick<Parameters<ResultKeeper['keep']>[0], 'stem' | 'expectedMedium' | 'of'>

/** The result if a kill came after it took the name that was claimed for it, else null. It is whole then, and no address is asked. */
export async function claimedResult(order: Order, paths: PartPaths, probeFile: ProbeFile): Promise<Kept | null> {
  const claim = await readClaim(paths.claim)
  if (claim === null) return null
  const path = join(dirname(order.stem), claim.name)
  // A transcript may have come where a sound was expected; the digest proves that it is the result.
  const kept = (await asItIs(path, order.expectedMedium, probeFile)) ?? (await asItIs(path, 'text', probeFile))
  return kept?.sha256 === claim.sha256 ? { ...kept, downloadSha256: claim.download.sha256 } : null
}

/**
 * The result if a kill came after it was put in place and before that was written down, else null. It has the name that was reserved for it, in any
 * spelling that the disk treats as that name, and it is of the expected medium. For when its address is dead.
 */
export async function earlierResult(order: Order, probeFile: ProbeFile): Promise<Kept | null> {
  const folder = dirname(order.stem)
  const folded = foldedName(basename(order.stem))
  for await (const { name } of await opendir(folder)) {
    const dot = name.indexOf('.')
    if (dot === -1 || foldedName(name.slice(0, dot)) !== folded || isOfPart(name) || isSidecar(name)) continue
    if (!(await isThere(`${order.stem}${name.slice(dot)}`))) continue
    const path = join(folder, name)
    const kept = (await isOfAnother(path, order)) ? null : await asItIs(path, order.expectedMedium, probeFile)
    if (kept !== null) return kept
  }
  return null
}

/** Whether a file carries the recipe of another output. */
async function isOfAnother(path: string, { of }: Order): Promise<boolean> {
  if (of === undefined) return false
  const recipe = await readRecipeInside(path).catch(() => null)
  return recipe !== null && recipe.id !== itemIdOf(of.record.id, of.index)
}

/** A file that is there already, if it is of this medium. */
async function asItIs(path: string, expectedMedium: Medium, probeFile: ProbeFile): Promise<Kept | null> {
  const probed = await probeFile(path)
  if (!probed.ok) return null
  const kind = await kindOfFile(path, probed.facts, expectedMedium)
  if (kind?.medium !== expectedMedium) return null
  const { contentType, medium, width, height } = kind
  const { bytes, isTorn } = probed.facts
  await using file = await open(path, 'r')
  const sha256 = await digestOf(file, bytes)
  const recipe = await readRecipeInside(path).catch(() => null)
  return { path, contentType, medium, bytes, sha256, width, height, isTorn, downloadSha256: recipe?.download.sha256 ?? sha256 }
}
