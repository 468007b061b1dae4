import { lstat, open, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { errorCode } from '../api/http-client.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * Where a file can have but one name, a finished part takes its own by replacing an empty file that holds it. The claim says so before that file is
 * made: after a kill an empty file of that name is known to be ours, and a full one by its digest. Stored; do not rename.
 */
export type NameClaim = {
  /** Item id of the output. Null in claims of earlier versions, and where it was not known. */
  readonly of: string | null
  /** The name in the same folder. */
  readonly name: string
  /** Of the file that takes the name. */
  readonly sha256: string
  /** The part as it was downloaded; whole and flushed before. */
  readonly download: { readonly bytes: number; readonly sha256: string }
}

const claimSchema: z.ZodType<NameClaim> = z.object({
  of: z.string().nullable().default(null),
  name: z.string().refine((name) => name !== '' && name === basename(name)),
  sha256: z.string(),
  download: z.object({ bytes: z.number().int().positive(), sha256: z.string() })
})

export async function readClaim(path: string): Promise<NameClaim | null> {
  try {
    const claim = claimSchema.safeParse(JSON.parse(await readFile(path, 'utf8')))
    return claim.success ? claim.data : null
  } catch {
    // Missing, or torn by a crash while it was written: then nothing was made in its name.
    return null
  }
}

/** Writes a claim that lasts before anything is made in its name. */
export async function writeClaim(path: string, claim: NameClaim): Promise<void> {
  {
    await using file = await open(path, 'w')
    await file.writeFile(JSON.stringify(claim))
    await file.sync()
  }
  await syncFolder(dirname(path))
}

/** Whether the file that a claim names is there and still empty. */
export async function isHeld(path: string, { name }: NameClaim): Promise<boolean> {
  try {
    const holder = await lstat(join(dirname(path), name))
    return holder.isFile() && holder.size === 0
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

/** Takes away the claim, and before it the empty file that held its name. */
export async function giveUpClaim(path: string): Promise<void> {
  const claim = await readClaim(path)
  if (claim !== null && (await isHeld(path, claim))) await rm(join(dirname(path), claim.name), { force: true })
  await rm(path, { force: true })
}
