import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { errorCode } from '../service/http-client.ts'
import { uniquePath } from './unique-path.ts'
import { sidecarPath } from './recipes/sidecar.ts'

/**
 * Links or copies a file into another folder. The caller saves the new path and then removes the old file with `removeMovedOriginal`. A
 * crash in between loses nothing.
 * @returns the new path. Null if the old file doesn't exist.
 * @throws file system errors. The old file is then still in place.
 */
export async function linkOrCopyFile(from: string, folder: string): Promise<string | null> {
  await mkdir(folder, { recursive: true })
  const target = await uniquePath(folder, basename(from))
  try {
    await link(from, target)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    await copyAndSync(from, target)
  }
  return target
}

/** Removes the old file and its sidecar. The index has the data for the new sidecar. */
export async function removeMovedOriginal(from: string): Promise<void> {
  await rm(from)
  await rm(sidecarPath(from), { force: true })
}

/** Copies a file to another drive, or to a file system without hard links. Removes an incomplete copy. */
async function copyAndSync(from: string, target: string): Promise<void> {
  try {
    await copyFile(from, target, constants.COPYFILE_EXCL)
    await using file = await open(target, 'r+')
    await file.sync()
  } catch (error) {
    // If the error is `EEXIST`, the target is another program's file.
    if (errorCode(error) !== 'EEXIST') await rm(target, { force: true }).catch(() => undefined)
    throw error
  }
}
