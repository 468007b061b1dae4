import { stat } from 'node:fs/promises'
import { z } from 'zod'

/** What tells a file from a copy of it. Null: the file system doesn't say. Stored; do not rename. */
export type FileIdentity = { readonly inode: string | null; readonly birthTimeInNs: string | null }

/** How the identity is stored in the journal's `meta` table. */
export const identitySchema = z.object({ inode: z.string().nullable(), birthTimeInNs: z.string().nullable() })

export async function identityOf(path: string): Promise<FileIdentity> {
  const { ino, birthtimeNs, ctimeNs } = await stat(path, { bigint: true })
  // Where a file system keeps no birth time, Node gives 0 or the time of the last change (nodejs.org/api/fs.html#stat-time-values).
  const isBirthTimeKnown = birthtimeNs > 0n && birthtimeNs !== ctimeNs
  return { inode: ino === 0n ? null : String(ino), birthTimeInNs: isBirthTimeKnown ? String(birthtimeNs) : null }
}

/** True if nothing that is known of both differs. A copy on the same disk has another inode; a restored file may get the old inode again. */
export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  return agree(one.inode, other.inode) && agree(one.birthTimeInNs, other.birthTimeInNs)
}

function agree(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other
}
