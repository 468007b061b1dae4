import type { ChangeEvents } from '../change-events.ts'
import type { IndexClient } from '../index/index-client.ts'
import { userMetadataOf } from '../items/restore-user-metadata.ts'
import { maxConcurrentReads, mapConcurrent } from '../map-concurrent.ts'
import type { RemovedResults } from '../removed-results.ts'
import type { RestoredFile, TrashCan } from '../trash-can.ts'
import { pathExists } from '../unique-path.ts'
import type { TrashEmptier } from './trash-emptier.ts'

export type PendingDeletionsDependencies = {
  readonly index: IndexClient
  readonly removed: RemovedResults
  readonly trashCan: TrashCan
  readonly emptier: TrashEmptier
  readonly events: ChangeEvents
  readonly onDefect: (error: unknown) => void
}

/**
 * Completes or undoes the deletions that were pending when Kiln closed. Deletions that were reported to the user are completed, because
 * their undo time is over. The others are undone. Returns the restored files that the index lacks.
 */
export async function settlePendingDeletions({
  index,
  removed,
  trashCan,
  emptier,
  events,
  onDefect
}: PendingDeletionsDependencies): Promise<readonly RestoredFile[]> {
  const restored: RestoredFile[] = []
  for (const { token, files, isMoved } of await trashCan.pendingDeletions()) {
    const ids = files.map(({ id }) => id)
    if (!isMoved) {
      try {
        // Items that are in the index keep the index's data.
        const indexed = new Set((await index.withIds(ids)).map(({ id }) => id))
        for await (const back of trashCan.restore(token, files.length)) {
          const missing = back.filter(({ id }) => !indexed.has(id))
          // The list is deleted before the items are imported. A crash in between must not lose their metadata.
          await index.salvage(userMetadataOf(missing))
          restored.push(...missing)
        }
        await removed.restore(ids.filter((id) => removed.has(id)))
      } catch (error) {
        onDefect(error)
      }
      continue
    }
    // An item may have a file again, for example because the user downloaded it again. That item is kept.
    const indexed = await mapConcurrent(maxConcurrentReads, await index.withIds(ids), async ({ key, id, path }) => ({
      key,
      id,
      isThere: await pathExists(path)
    }))
    const kept = new Set(indexed.filter(({ isThere }) => isThere).map(({ id }) => id))
    await removed.add(ids.filter((id) => !removed.has(id) && !kept.has(id)))
    const dropped = indexed.filter(({ id }) => !kept.has(id))
    if (dropped.length > 0) {
      await index.drop(dropped.map(({ key }) => key))
      events.report({ removed: dropped.map(({ key }) => key) })
    }
    await emptier.empty(token).catch(onDefect)
  }
  return restored
}
