import { link, lstat, open, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { errorCode } from '../api/http-client.ts'
import { giveUpClaim, isHeld, readClaim, writeClaim } from './name-claim.ts'
import type { PartPaths } from './part-file.ts'
import { isOfDigest } from './part-file.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * A part that is whole, flushed, and known to be media: `file` is it, or the copy of it that carries its recipe.
 * `isSameResult`: whether another file is this result too, such as one that an earlier Kiln put another recipe into.
 */
export type FinishedPart = {
  readonly paths: PartPaths
  readonly file: string
  readonly bytes: number
  readonly sha256: string
  /** The part as it was downloaded. */
  readonly download: { readonly bytes: number; readonly sha256: string }
  readonly isSameResult: (target: string) => Promise<boolean>
}

const maxNames = 1_000
/** What file systems say that know no second name for a file: FAT, exFAT (on Windows `EISDIR`, of all words), some network shares. */
const noLinks: ReadonlySet<string> = new Set(['EPERM', 'EISDIR', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV', 'EINVAL', 'UNKNOWN'])

/**
 * Gives a finished file its name, `<stem>.<ending>`, and makes that last. A file that is there already is never touched: when it is this very one (a
 * crash came between two steps of an earlier call) it is taken as the result, else the next free name is (`<stem> (2).<ending>`).
 *
 * @returns the path it has now, and whether what is there is another file than the finished one. That may still be there under its own name.
 */
export async function publishFile(
  finished: FinishedPart,
  stem: string,
  ending: string
): Promise<{ readonly path: string; readonly isEarlier: boolean }> {
  for (let number = 1; number <= maxNames; number += 1) {
    const target = number === 1 ? `${stem}.${ending}` : `${stem} (${number}).${ending}`
    const isThis = (await giveName(finished, target)) || (await isSameFile(finished, target))
    if (isThis || (await finished.isSameResult(target))) {
      await syncFolder(dirname(target))
      return { path: target, isEarlier: !isThis }
    }
  }
  throw Object.assign(new Error('Every name is taken.'), { code: 'EEXIST' })
}

/** False when something has that name. */
async function giveName(finished: FinishedPart, target: string): Promise<boolean> {
  try {
    await link(finished.file, target)
    return true
  } catch (error) {
    const code = errorCode(error)
    if (code !== 'EEXIST' && !noLinks.has(code)) throw error
  }
  return replaceHolder(finished, target)
}

/** An empty file of our own holds the name, since now or since before a kill; only that is replaced. */
async function replaceHolder({ paths, file, sha256, download }: FinishedPart, target: string): Promise<boolean> {
  const name = basename(target)
  const claim = await readClaim(paths.claim)
  const isOurs = claim !== null && claim.name === name && claim.sha256 === sha256 && (await isHeld(paths.claim, claim))
  if (!isOurs) {
    await giveUpClaim(paths.claim)
    // Claimed is only what nobody has, so that an empty file of a person is not taken for ours.
    if (await isThere(target)) return false
    await writeClaim(paths.claim, { of: paths.of, name, sha256, download })
    try {
      await (await open(target, 'wx')).close()
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
      await rm(paths.claim)
      return false
    }
  }
  await rename(file, target)
  return true
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

async function isSameFile({ file, bytes, sha256 }: FinishedPart, target: string): Promise<boolean> {
  // As big integers: Windows has numbers of files that do not fit into others, and two would look like one.
  const [mine, other] = await Promise.all([lstat(file, { bigint: true }), lstat(target, { bigint: true })])
  if (other.isFile() && mine.ino !== 0n && mine.ino === other.ino && mine.dev === other.dev) return true
  return isOfDigest(target, { bytes, sha256 })
}
