import { link, lstat, open, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { errorCode } from '../../service/http-client.ts'
import { releaseReservation, hasEmptyPlaceholder, readReservation, writeReservation } from './name-reservation.ts'
import type { PartPaths } from './part-file.ts'
import { hasDigest } from './part-file.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * A complete, flushed part recognised as media. `file`: the part, or its copy with the recipe.
 * `isSameResult`: true if another file is the same result. It may have another recipe, from an earlier version of Kiln.
 */
export type FinishedPart = {
  readonly paths: PartPaths
  readonly file: string
  readonly bytes: number
  readonly sha256: string
  /** Size and digest of the part, before a recipe was added. */
  readonly download: { readonly bytes: number; readonly sha256: string }
  readonly isSameResult: (target: string) => Promise<boolean>
}

const maxNames = 1_000
/** Error codes of file systems without hard links: FAT, exFAT (`EISDIR` on Windows), some network shares. */
const noLinks: ReadonlySet<string> = new Set(['EPERM', 'EISDIR', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV', 'EINVAL', 'UNKNOWN'])

/**
 * Publishes a finished file as `<stem>.<ending>` and flushes the folder. Never changes an existing file. If an interrupted earlier call
 * already saved this result, uses its file. Otherwise uses the next free name (`<stem> (2).<ending>`).
 *
 * @returns the final path. `isEarlier`: true if another file from an earlier call is at the path. The finished file may then still exist
 * under its own name.
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
  throw Object.assign(new Error('All file names are already in use.'), { code: 'EEXIST' })
}

/** Links or renames the finished file to `target`. Returns false if the name is taken. */
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

/**
 * Replaces Kiln's own empty placeholder file. Creates the placeholder unless one exists from before a crash. Returns false if another file
 * has the name.
 */
async function replaceHolder({ paths, file, sha256, download }: FinishedPart, target: string): Promise<boolean> {
  const name = basename(target)
  const claim = await readReservation(paths.claim)
  const isOurs = claim !== null && claim.name === name && claim.sha256 === sha256 && (await hasEmptyPlaceholder(paths.claim, claim))
  if (!isOurs) {
    await releaseReservation(paths.claim)
    // Claims only a free name, so that a user's empty file isn't mistaken for Kiln's.
    if (await isThere(target)) return false
    await writeReservation(paths.claim, { of: paths.of, name, sha256, download })
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
  // File IDs on Windows exceed safe integers. As numbers, two different IDs could compare as equal.
  const [mine, other] = await Promise.all([lstat(file, { bigint: true }), lstat(target, { bigint: true })])
  if (other.isFile() && mine.ino !== 0n && mine.ino === other.ino && mine.dev === other.dev) return true
  return hasDigest(target, { bytes, sha256 })
}
