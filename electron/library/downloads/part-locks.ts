import { createHash } from 'node:crypto'
import { fileNameCollisionKey } from '../../../shared/library/result-name.ts'
import { pathExists } from '../unique-path.ts'
import { readReservation } from './name-reservation.ts'
import type { PartPaths } from './part-file.ts'
import { partPaths, readPartMetadata } from './part-file.ts'

/** Part files that no other call writes to until `unlock`. */
export type LockedPart = { readonly paths: PartPaths; readonly unlock: () => void }

export type PartLocks = {
  /**
   * Locks the part files of a download. `owner`: the item ID of the output. Null if it is unknown. Waits only while another call downloads
   * the same output.
   */
  readonly lock: (stem: string, owner: string | null) => Promise<LockedPart>
}

/**
 * Gives each download its own part files, named `<stem>.part`. If another output already uses this name, adds a hash of the owner to it.
 * Such conflicts happen because many disks treat stems that differ only in case as equal.
 */
export function createPartLocks(): PartLocks {
  const inUse = new Map<string, Promise<void>>()

  async function tryToLock(paths: PartPaths): Promise<LockedPart | null> {
    const key = fileNameCollisionKey(paths.part)
    if (inUse.has(key)) return null
    const { promise, resolve } = Promise.withResolvers<void>()
    inUse.set(key, promise)
    const unlock = (): void => {
      inUse.delete(key)
      resolve()
    }
    try {
      if (await isUsableBy(paths)) return { paths, unlock }
    } catch (error) {
      unlock()
      throw error
    }
    unlock()
    return null
  }

  return {
    lock: async (stem, owner) => {
      const plain = partPaths(stem, owner)
      const named = partPaths(`${stem}.${hashOf(owner)}`, owner)
      for (;;) {
        // An earlier call may have used the name with the hash.
        const candidates = (await pathExists(named.part)) ? [named, plain] : [plain, named]
        for (const paths of candidates) {
          const locked = await tryToLock(paths)
          if (locked !== null) return locked
        }
        const running = candidates.flatMap(({ part }) => inUse.get(fileNameCollisionKey(part)) ?? [])
        if (running.length === 0) throw Object.assign(new Error('Both part files belong to other outputs.'), { code: 'EEXIST' })
        await Promise.race(running)
      }
    }
  }
}

/** True if the files belong to this owner. Also true if they don't record an owner, as in earlier versions of Kiln. */
async function isUsableBy(paths: PartPaths): Promise<boolean> {
  const said = [await readPartMetadata(paths.note), await readReservation(paths.claim)]
  return said.every((one) => one === null || one.of === null || one.of === paths.of)
}

function hashOf(owner: string | null): string {
  return createHash('sha256')
    .update(owner ?? '')
    .digest('hex')
    .slice(0, 8)
}
