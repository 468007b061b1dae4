import { lstat, open, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { errorCode } from '../../service/http-client.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * A claim to a file name, used on file systems without hard links. There, a finished part gets its name by replacing an empty placeholder
 * file. The claim is written before the placeholder. After a crash, the claim proves that Kiln created the empty file. A complete file is
 * recognised by its digest. Stored. Don't rename.
 */
export type NameReservation = {
  /** Item ID of the output. Null if it is unknown, as in claims from earlier versions of Kiln. */
  readonly of: string | null
  /** The claimed name in the same folder. */
  readonly name: string
  /** Digest of the file that gets the name. */
  readonly sha256: string
  /** Size and digest of the complete part, before a recipe was added. */
  readonly download: { readonly bytes: number; readonly sha256: string }
}

const claimSchema: z.ZodType<NameReservation> = z.object({
  of: z.string().nullable().default(null),
  name: z.string().refine((name) => name !== '' && name === basename(name)),
  sha256: z.string(),
  download: z.object({ bytes: z.number().int().positive(), sha256: z.string() })
})

export async function readReservation(path: string): Promise<NameReservation | null> {
  try {
    const claim = claimSchema.safeParse(JSON.parse(await readFile(path, 'utf8')))
    return claim.success ? claim.data : null
  } catch {
    // The claim is missing or was truncated by a crash. Kiln hasn't created a file with the claimed name.
    return null
  }
}

/** Writes a claim and flushes it to disk. Call before creating anything under the claimed name. */
export async function writeReservation(path: string, claim: NameReservation): Promise<void> {
  {
    await using file = await open(path, 'w')
    await file.writeFile(JSON.stringify(claim))
    await file.sync()
  }
  await syncFolder(dirname(path))
}

/** True if the file that a claim names exists and is still empty. */
export async function hasEmptyPlaceholder(path: string, { name }: NameReservation): Promise<boolean> {
  try {
    const holder = await lstat(join(dirname(path), name))
    return holder.isFile() && holder.size === 0
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

/** Removes the empty placeholder file, then the claim. */
export async function releaseReservation(path: string): Promise<void> {
  const claim = await readReservation(path)
  if (claim !== null && (await hasEmptyPlaceholder(path, claim))) await rm(join(dirname(path), claim.name), { force: true })
  await rm(path, { force: true })
}
