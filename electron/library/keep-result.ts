import { mkdir, open, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { newFault } from '../../shared/fault.ts'
import type { HttpClient } from '../api/http-client.ts'
import type { Recipe } from '../../shared/recipe.ts'
import { itemIdOf } from '../../shared/item-id.ts'
import { foldedName, resultName } from '../../shared/result-name.ts'
import type { Kept, OutputPlace, ProbeFile, ResultKeeper } from '../core/ports.ts'
import { downloadPart } from './download-part.ts'
import { claimedResult, earlierResult } from './earlier-result.ts'
import type { FolderState } from './judge-folder.ts'
import { faultOfFolder, libraryFault } from './library-fault.ts'
import { createNamesInFolder } from './names-in-folder.ts'
import { digestOf, isOfDigest, removePart } from './part-file.ts'
import type { PartPaths } from './part-file.ts'
import { createPartLocks } from './part-locks.ts'
import { publishFile } from './publish-file.ts'
import type { FinishedPart } from './publish-file.ts'
import { putRecipeInside, readRecipeInside } from './recipe-inside.ts'
import type { RecipeInside } from './recipe-inside.ts'
import { readStart, resultKind } from './result-kind.ts'
import type { ResultKind } from './result-kind.ts'
import { syncFolder } from './sync-folder.ts'
import { isWithin } from './is-within.ts'
import { defaultSpeedLimits, steadyClock } from './watch-speed.ts'
import type { SpeedClock, SpeedLimits } from './watch-speed.ts'

export type ResultKeeperOptions = {
  /** Where results are kept now; asked each time, since a person may choose another. */
  readonly folder: () => string
  /** How a folder stands; asked before anything is written into it. */
  readonly stateOfFolder: (folder: string) => Promise<FolderState>
  readonly http: HttpClient
  readonly probeFile: ProbeFile
  /** How files are named (`shared/result-name.ts`); asked each time. Default: the default rule. */
  readonly nameRule?: () => string
  /** Default: `defaultSpeedLimits`, by the computer's own clock. */
  readonly speedLimits?: Partial<SpeedLimits>
  readonly clock?: SpeedClock
  /** How a result was made, to be put into its file; null: nothing is put in. */
  readonly recipeFor?: (place: OutputPlace, kind: Pick<ResultKind, 'medium' | 'contentType'>) => Recipe | null
}

type Order = Parameters<ResultKeeper['keep']>[0]
type KeepEnd = Awaited<ReturnType<ResultKeeper['keep']>>

/**
 * Keeps results in a folder that belongs to a person. A result's way, each step of which can be the last before a kill:
 * 1. `<stem>.part` grows, with `<stem>.part.json` beside it; a later call goes on from its length.
 * 2. The part is whole, flushed, and known to be media.
 * 3. `<stem>.made.part` is a flushed copy of it that carries its recipe, where the format takes one. What is said of the result is said of this copy.
 * 4. The copy, or else the part, has its name (`publishFile`), and the folder is flushed. Where a file can't have two names, a claim is written before.
 * 5. The parts' own names, the note and the claim are gone.
 * A kill after 5 and before the caller wrote it down leads to another download, which finds its own file in place: by its digest, or by the recipe
 * in it and the digest of the download that the recipe names.
 */
export function createResultKeeper(options: ResultKeeperOptions): ResultKeeper {
  const namesIn = createNamesInFolder()
  const locks = createPartLocks()
  /** Stems that were given away while their caller could not yet say so by `isTaken`. */
  const promised = new Set<string>()
  return {
    isInLibrary: (stem) => isWithin(options.folder(), stem),
    reserve: async (wish) => {
      const folder = options.folder()
      const name = resultName(wish, options.nameRule?.())
      const names = await namesIn(dirname(join(folder, name)))
      for (let number = 1; ; number += 1) {
        const candidate = number === 1 ? name : `${name} (${number})`
        const stem = join(folder, candidate)
        if (names.has(foldedName(basename(stem))) || promised.has(foldedName(stem)) || wish.isTaken(stem)) continue
        promised.add(foldedName(stem))
        return stem
      }
    },
    keep: async (order) => {
      promised.delete(foldedName(order.stem))
      const place = dirname(order.stem)
      const folder = isWithin(options.folder(), order.stem) ? options.folder() : place
      const before = await options.stateOfFolder(folder)
      if (before !== 'ready') return { ok: false, fault: faultOfFolder(before) }
      const end = await inFolder(folder, place, async () => {
        const { paths, unlock } = await locks.lock(order.stem, ownerOf(order.of))
        return keep(order, paths, options).finally(unlock)
      }).catch((error: unknown): KeepEnd => ({ ok: false, fault: libraryFault(error) }))
      if (end.ok || end.fault.localReason !== 'unexpected') return end
      // A drive that is pulled out in the middle says many things.
      const after = await options.stateOfFolder(folder)
      return after === 'ready' ? end : { ok: false, fault: faultOfFolder(after) }
    },
    leave: async (stem, of) => {
      try {
        const { paths, unlock } = await locks.lock(stem, ownerOf(of))
        await removePart(paths).finally(unlock)
      } catch {
        // What can't be removed stays a part, which no one takes for a result.
      }
    }
  }
}

function ownerOf(of: OutputPlace | undefined): string | null {
  return of === undefined ? null : itemIdOf(of.record.id, of.index)
}

/** The library folder is there; the folder in it that the naming rule asks for is made when it is not. */
async function inFolder(folder: string, place: string, work: () => Promise<KeepEnd>): Promise<KeepEnd> {
  if (place !== folder) {
    const first = await mkdir(place, { recursive: true })
    if (first !== undefined) await syncFolder(dirname(first))
  }
  return await work()
}

async function keep(order: Order, paths: PartPaths, options: ResultKeeperOptions): Promise<KeepEnd> {
  const { http, probeFile, recipeFor, speedLimits, clock = steadyClock } = options
  const claimed = await claimedResult(order, paths, probeFile)
  if (claimed !== null) return await withoutPart(claimed, paths)
  const download = await downloadPart(order, paths, { http, limits: { ...defaultSpeedLimits, ...speedLimits }, clock })
  if (!download.ok) {
    const earlier = download.isGone ? await earlierResult(order, probeFile) : null
    return earlier === null ? { ok: false, fault: download.fault } : await withoutPart(earlier, paths)
  }
  const probed = await probeFile(paths.part)
  if (!probed.ok) return { ok: false, fault: { ...probed.fault, step: 'download' } }
  const { contentType: declaredType } = download
  const kind = resultKind({
    facts: probed.facts,
    start: await readStart(paths.part),
    declaredType,
    url: order.url,
    expectedMedium: order.expectedMedium
  })
  if (kind === null) {
    await removePart(paths)
    return { ok: false, fault: newFault('download', 'refusal', { httpStatus: 200, message: 'not-media' }) }
  }
  const isTorn = probed.facts.isTorn || download.isTorn
  if (isTorn && order.acceptsTorn !== true) {
    await removePart(paths)
    return { ok: false, fault: newFault('download', 'unreadable', { message: 'torn' }) }
  }
  if (order.siblings?.includes(download.sha256) === true) {
    await removePart(paths)
    return { ok: false, fault: newFault('download', 'unreadable', { message: 'same-as-sibling' }), twinSha256: download.sha256 }
  }
  const plain = { file: paths.part, bytes: download.bytes, sha256: download.sha256 }
  const recipe = order.of === undefined ? null : (recipeFor?.(order.of, kind) ?? null)
  const made = recipe === null ? null : await withRecipe(paths, { ...recipe, download: { bytes: plain.bytes, sha256: plain.sha256 } })
  /** A try that a kill ended can have left it with another recipe, or with none when there was no room for a copy. */
  const isSameResult = async (target: string): Promise<boolean> => {
    const inside = await readRecipeInside(target).catch(() => null)
    if (inside !== null) return inside.download.sha256 === plain.sha256 && (recipe === null || inside.id === recipe.id)
    return made !== null && (await isOfDigest(target, plain))
  }
  const finished = { paths, ...(made ?? plain), download: { bytes: plain.bytes, sha256: plain.sha256 }, isSameResult }
  const { path, isEarlier } = await publishFile(finished, order.stem, kind.ending)
  const { bytes, sha256 } = isEarlier ? await digestAt(path) : finished
  const { medium, contentType, width, height } = kind
  return await withoutPart({ path, contentType, medium, bytes, sha256, width, height, isTorn, downloadSha256: download.sha256 }, paths)
}

/** Null: the format takes no recipe, or there is no room for a copy. What was paid for is kept without one then. */
async function withRecipe(paths: PartPaths, recipe: RecipeInside): Promise<Pick<FinishedPart, 'file' | 'bytes' | 'sha256'> | null> {
  try {
    // A copy from before a kill may have its name as a result already: what is written into it would be written into that.
    await rm(paths.made, { force: true })
    const written = await putRecipeInside(paths.part, paths.made, recipe)
    return written === null ? null : { file: paths.made, ...written }
  } catch {
    return null
  }
}

async function digestAt(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  return { bytes: size, sha256: await digestOf(file, size) }
}

async function withoutPart(kept: Kept, paths: PartPaths): Promise<KeepEnd> {
  await removePart(paths)
  return { ok: true, kept }
}
