import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { errorCode } from '../api/http-client.ts'
import { freePath } from './free-name.ts'
import { sidecarPath } from './sidecar.ts'

/**
 * Moves a file to another folder: it is at both places until `settle` has written the new one down, so that a kill in between costs nothing. The
 * old sidecar goes with the old file; the new one is written from the index.
 * @returns the new path; null: there is no such file. @throws what the file system throws; the file is where it was then.
 */
export async function moveItem(from: string, folder: string, settle: (path: string) => Promise<void>): Promise<string | null> {
  await mkdir(folder, { recursive: true })
  const target = await freePath(folder, basename(from))
  try {
    await link(from, target)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    // Another drive, or one that knows no second names.
    await copyFile(from, target, constants.COPYFILE_EXCL)
    await using file = await open(target, 'r+')
    await file.sync()
  }
  await settle(target)
  await rm(from)
  await rm(sidecarPath(from), { force: true })
  return target
}
