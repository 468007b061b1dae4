import { stat } from 'node:fs/promises'
import { z } from 'zod'

/**
 * Values that distinguish a file from its copies. A value is null if the file system doesn't report it. Stored in the journal, so don't
 * rename the keys.
 */
export type FileIdentity = { readonly inode: string | null; readonly birthTimeInNs: string | null }

/** Format of the identity in the journal's `meta` table. */
export const fileIdentitySchema = z.object({ inode: z.string().nullable(), birthTimeInNs: z.string().nullable() })

export async function readFileIdentity(path: string): Promise<FileIdentity> {
  const { ino, birthtimeNs, ctimeNs } = await stat(path, { bigint: true })
  // Without a birth time, Node returns 0 or the time of the last change (nodejs.org/api/fs.html#stat-time-values).
  const isBirthTimeKnown = birthtimeNs > 0n && birthtimeNs !== ctimeNs
  return { inode: ino === 0n ? null : String(ino), birthTimeInNs: isBirthTimeKnown ? String(birthtimeNs) : null }
}

/**
 * True unless a value that is known for both files differs. A copy on the same disk has another inode. A restored file may get the old
 * inode again, but it has another birth time.
 */
export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  return agree(one.inode, other.inode) && agree(one.birthTimeInNs, other.birthTimeInNs)
}

function agree(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other
}
