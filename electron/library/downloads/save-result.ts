import { mkdir, open, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { newFault } from '../../../shared/task/fault.ts'
import type { HttpClient } from '../../service/http-client.ts'
import type { Recipe } from '../../../shared/library/recipe.ts'
import { itemIdOf } from '../../../shared/library/item-id.ts'
import { fileNameCollisionKey, resultName } from '../../../shared/library/result-name.ts'
import type { SavedFile, OutputReference, FileProber, ResultWriter } from '../../tasks/ports.ts'
import { downloadPart } from './download-part.ts'
import { findReservedResult, findSavedResult } from './find-saved-result.ts'
import type { FolderState } from '../folders/determine-folder-state.ts'
import { folderFault, fileSystemFault } from './file-system-fault.ts'
import { createFolderNameLister } from './folder-name-lister.ts'
import { digestFirstBytes, hasDigest, removePart } from './part-file.ts'
import type { PartPaths } from './part-file.ts'
import { createPartLocks } from './part-locks.ts'
import { publishFile } from './publish-file.ts'
import type { FinishedPart } from './publish-file.ts'
import { embedRecipe, readEmbeddedRecipe } from '../recipes/embedded-recipe.ts'
import type { EmbeddedRecipe } from '../recipes/embedded-recipe.ts'
import { readFileStart, resultKind } from './result-kind.ts'
import type { ResultKind } from './result-kind.ts'
import { syncFolder } from './sync-folder.ts'
import { isWithin } from '../is-within.ts'
import { defaultSpeedLimits, performanceClock } from './watch-speed.ts'
import type { SpeedClock, SpeedLimits } from './watch-speed.ts'

export type ResultWriterOptions = {
  /** Returns the current library folder. Called for each result, because the user may change the folder. */
  readonly folder: () => string
  /** Returns the state of a folder. Kiln checks it before writing into the folder. */
  readonly stateOfFolder: (folder: string) => Promise<FolderState>
  readonly http: HttpClient
  readonly probeFile: FileProber
  /**
   * Returns the file name pattern (`shared/library/result-name.ts`). Called for each result, because the user may change the pattern. If
   * this function is missing, the default pattern is used.
   */
  readonly nameRule?: () => string
  /** Values that replace `defaultSpeedLimits`. */
  readonly speedLimits?: Partial<SpeedLimits>
  readonly clock?: SpeedClock
  /** Returns the recipe to embed in the result file, or null to embed nothing. */
  readonly recipeFor?: (place: OutputReference, kind: Pick<ResultKind, 'medium' | 'contentType'>) => Recipe | null
}

type Order = Parameters<ResultWriter['save']>[0]
type KeepEnd = Awaited<ReturnType<ResultWriter['save']>>

/**
 * Saves results in the user's folder. A crash can follow any of these steps:
 * 1. `<stem>.part` grows, with `<stem>.part.json` beside it. A later call resumes from the part's length.
 * 2. The part is complete, flushed and recognised as media.
 * 3. If the format can contain a recipe, `<stem>.made.part` is a flushed copy with the recipe. The size and digest of the result are those
 * of this copy.
 * 4. The copy, otherwise the part, gets its name (`publishFile`). The folder is flushed. On file systems without hard links, a claim is
 * written first.
 * 5. The part, the copy, the note and the claim are removed.
 * A crash may also follow step 5, before the caller records the result. The next download then finds the saved file. It recognises the file
 * by its digest, or by the download digest in its recipe.
 */
export function createResultWriter(options: ResultWriterOptions): ResultWriter {
  const namesIn = createFolderNameLister()
  const locks = createPartLocks()
  /** Reserved stems that aren't saved yet, so the caller's `isTaken` may not know them. */
  const promised = new Set<string>()
  return {
    isInLibrary: (stem) => isWithin(options.folder(), stem),
    reserve: async (request) => {
      const folder = options.folder()
      const name = resultName(request, options.nameRule?.())
      const names = await namesIn(dirname(join(folder, name)))
      for (let number = 1; ; number += 1) {
        const candidate = number === 1 ? name : `${name} (${number})`
        const stem = join(folder, candidate)
        if (names.has(fileNameCollisionKey(basename(stem))) || promised.has(fileNameCollisionKey(stem)) || request.isTaken(stem)) continue
        promised.add(fileNameCollisionKey(stem))
        return stem
      }
    },
    save: async (order) => {
      promised.delete(fileNameCollisionKey(order.stem))
      const place = dirname(order.stem)
      const folder = isWithin(options.folder(), order.stem) ? options.folder() : place
      const before = await options.stateOfFolder(folder)
      if (before !== 'ready') return { ok: false, fault: folderFault(before) }
      const end = await inFolder(folder, place, async () => {
        const { paths, unlock } = await locks.lock(order.stem, ownerOf(order.of))
        return keep(order, paths, options).finally(unlock)
      }).catch((error: unknown): KeepEnd => ({ ok: false, fault: fileSystemFault(error) }))
      if (end.ok || end.fault.localReason !== 'unexpected') return end
      // A drive that is unplugged during a write causes various errors, so the folder is checked again.
      const after = await options.stateOfFolder(folder)
      return after === 'ready' ? end : { ok: false, fault: folderFault(after) }
    },
    discardPart: async (stem, of) => {
      try {
        const { paths, unlock } = await locks.lock(stem, ownerOf(of))
        await removePart(paths).finally(unlock)
      } catch {
        // A part that can't be removed is harmless, because it is never mistaken for a result.
      }
    }
  }
}

function ownerOf(of: OutputReference | undefined): string | null {
  return of === undefined ? null : itemIdOf(of.record.id, of.index)
}

/** Runs `work` in the library folder, which must exist. Creates the subfolder `place` first if it is missing. */
async function inFolder(folder: string, place: string, work: () => Promise<KeepEnd>): Promise<KeepEnd> {
  if (place !== folder) {
    const first = await mkdir(place, { recursive: true })
    if (first !== undefined) await syncFolder(dirname(first))
  }
  return await work()
}

async function keep(order: Order, paths: PartPaths, options: ResultWriterOptions): Promise<KeepEnd> {
  const { http, probeFile, recipeFor, speedLimits, clock = performanceClock } = options
  const claimed = await findReservedResult(order, paths, probeFile)
  if (claimed !== null) return await withoutPart(claimed, paths)
  const download = await downloadPart(order, paths, { http, limits: { ...defaultSpeedLimits, ...speedLimits }, clock })
  if (!download.ok) {
    const earlier = download.isGone ? await findSavedResult(order, probeFile) : null
    return earlier === null ? { ok: false, fault: download.fault } : await withoutPart(earlier, paths)
  }
  const probed = await probeFile(paths.part)
  if (!probed.ok) return { ok: false, fault: { ...probed.fault, step: 'download' } }
  const { contentType: declaredType } = download
  const kind = resultKind({
    facts: probed.facts,
    start: await readFileStart(paths.part),
    declaredType,
    url: order.url,
    expectedMedium: order.expectedMedium
  })
  if (kind === null) {
    await removePart(paths)
    return { ok: false, fault: newFault('download', 'refusal', { httpStatus: 200, message: 'not-media' }) }
  }
  const isTorn = probed.facts.isTorn || download.isTorn
  if (isTorn && order.acceptsIncomplete !== true) {
    await removePart(paths)
    return { ok: false, fault: newFault('download', 'unreadable', { message: 'torn' }) }
  }
  if (order.siblings?.includes(download.sha256) === true) {
    await removePart(paths)
    return { ok: false, fault: newFault('download', 'unreadable', { message: 'same-as-sibling' }), duplicateSha256: download.sha256 }
  }
  const plain = { file: paths.part, bytes: download.bytes, sha256: download.sha256 }
  const recipe = order.of === undefined ? null : (recipeFor?.(order.of, kind) ?? null)
  const made = recipe === null ? null : await withRecipe(paths, { ...recipe, download: { bytes: plain.bytes, sha256: plain.sha256 } })
  /**
   * True if an earlier attempt crashed after it saved this result. The saved recipe may be from an earlier version of Kiln. The saved file
   * doesn't have a recipe if the disk was too full for a copy.
   */
  const isSameResult = async (target: string): Promise<boolean> => {
    const inside = await readEmbeddedRecipe(target).catch(() => null)
    if (inside !== null) return inside.download.sha256 === plain.sha256 && (recipe === null || inside.id === recipe.id)
    return made !== null && (await hasDigest(target, plain))
  }
  const finished = { paths, ...(made ?? plain), download: { bytes: plain.bytes, sha256: plain.sha256 }, isSameResult }
  const { path, isEarlier } = await publishFile(finished, order.stem, kind.ending)
  const { bytes, sha256 } = isEarlier ? await digestAt(path) : finished
  const { medium, contentType, width, height } = kind
  return await withoutPart({ path, contentType, medium, bytes, sha256, width, height, isTorn, downloadSha256: download.sha256 }, paths)
}

/**
 * Creates a copy of the part with its recipe inside. Null if the format can't contain a recipe, or if the copy can't be written. The result
 * is then saved without a recipe.
 */
async function withRecipe(paths: PartPaths, recipe: EmbeddedRecipe): Promise<Pick<FinishedPart, 'file' | 'bytes' | 'sha256'> | null> {
  try {
    // A copy that was created before a crash may already be hard-linked as a result. Writing into it would change that result.
    await rm(paths.made, { force: true })
    const written = await embedRecipe(paths.part, paths.made, recipe)
    return written === null ? null : { file: paths.made, ...written }
  } catch {
    return null
  }
}

async function digestAt(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  return { bytes: size, sha256: await digestFirstBytes(file, size) }
}

async function withoutPart(savedFile: SavedFile, paths: PartPaths): Promise<KeepEnd> {
  await removePart(paths)
  return { ok: true, file: savedFile }
}
