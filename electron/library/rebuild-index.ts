import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import type { ChangeEvents } from './change-events.ts'
import type { LibraryCheck } from './checks/library-check.ts'
import { collectTexts } from './collect-texts.ts'
import type { ResultFolders } from './folders/result-folders.ts'
import type { IndexClient } from './index/index-client.ts'
import type { IndexedItem, StoredItem } from './index/indexed-item.ts'
import type { KnownItems } from './items/known-items.ts'
import { itemsPerWrite, type LibraryItems } from './items/library-items.ts'
import type { LibraryOpening } from './library-opening.ts'
import { maxConcurrentReads, mapConcurrent } from './map-concurrent.ts'
import type { CorruptSidecars } from './recipes/corrupt-sidecars.ts'
import type { RemovedResults } from './removed-results.ts'
import { pathExists } from './unique-path.ts'

export type RebuildIndexDependencies = {
  readonly index: IndexClient
  readonly items: LibraryItems
  readonly known: KnownItems
  readonly removed: RemovedResults
  readonly folders: ResultFolders
  readonly corruptSidecars: CorruptSidecars
  readonly opening: LibraryOpening
  readonly check: LibraryCheck
  readonly events: ChangeEvents
}

/** Deletes the index and fills it from the folder and the journal. @throws UserFacingError if the folder is unavailable. */
export async function rebuildIndex(dependencies: RebuildIndexDependencies): Promise<void> {
  const { index, items, known, folders, corruptSidecars, opening, check, events } = dependencies
  // The index can't be rebuilt while the folder is unavailable. Only the folder has the stars and tags of imported files.
  if (!(await folders.isCurrentThere()))
    throw new UserFacingError(say('The library folder can’t be found, so there’s nothing to rebuild from.'), {
      advice: say(
        'Connect the drive that contains it. You can also choose another folder in Settings. Until then, Kiln keeps the current index.'
      )
    })
  const [before, collections] = [await items.all(), await index.collections()]
  known.startRebuild(before)
  try {
    await index.clear()
    corruptSidecars.set([])
    await index.putCollections(collections)
    await opening.fill(true)
    await saveUnfound(dependencies, before)
  } finally {
    known.endRebuild()
  }
  events.report({ isReset: true })
  await check.verifyNow()
}

/**
 * Keeps the items from before the rebuild that are in neither the folder nor the journal. Marks an item as missing if its file is
 * missing. Only the user may remove such items.
 */
async function saveUnfound({ items, known, removed }: RebuildIndexDependencies, before: readonly StoredItem[]): Promise<void> {
  const files = await items.allFiles()
  const [paths, ids] = [await collectTexts(files, ({ path }) => path), await collectTexts(files, ({ id }) => id)]
  const unfound = before.filter(({ id, path }) => !ids.has(id) && !paths.has(path) && !removed.has(id))
  const saved = await mapConcurrent(maxConcurrentReads, unfound, async (one): Promise<IndexedItem> => {
    const { key: _, ...item } = one
    return (await pathExists(item.path)) ? item : { ...item, state: 'missing' }
  })
  for (let from = 0; from < saved.length; from += itemsPerWrite) await items.put(saved.slice(from, from + itemsPerWrite), false)
  for (const { id, path } of saved) known.setMovedPath(id, path)
}
