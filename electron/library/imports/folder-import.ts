import type { FileDigester, FileProber } from '../../tasks/ports.ts'
import { collectTexts } from '../collect-texts.ts'
import { readFolderItems } from '../folders/read-folder-items.ts'
import type { ResultFolderContents, ResultFolders } from '../folders/result-folders.ts'
import type { IndexClient } from '../index/index-client.ts'
import type { IndexedFile, StoredItem } from '../index/indexed-item.ts'
import type { KnownItems } from '../items/known-items.ts'
import type { LibraryCollections } from '../items/library-collections.ts'
import { itemsPerWrite, type LibraryItems } from '../items/library-items.ts'
import { maxConcurrentReads, mapConcurrent } from '../map-concurrent.ts'
import type { CorruptSidecars } from '../recipes/corrupt-sidecars.ts'
import { itemFromSidecar, readModificationTime, readSidecar, sidecarPath } from '../recipes/sidecar.ts'
import type { RemovedResults } from '../removed-results.ts'
import type { RestoredFile } from '../trash-can.ts'
import { findMovedFiles } from '../verify-files.ts'

export type FolderImportDependencies = {
  readonly index: IndexClient
  readonly items: LibraryItems
  readonly known: KnownItems
  readonly removed: RemovedResults
  readonly collections: LibraryCollections
  readonly corruptSidecars: CorruptSidecars
  readonly folders: ResultFolders
  readonly probeFile: FileProber
  readonly digestFile: FileDigester
  /** Aborted when the library starts to close. */
  readonly closing: AbortSignal
}

/** Imports files from the folders that may contain results. */
export class FolderImport {
  readonly #dependencies: FolderImportDependencies

  constructor(dependencies: FolderImportDependencies) {
    this.#dependencies = dependencies
  }

  /** Finds missing files elsewhere by their content, and imports the data of their sidecars. */
  async findMissing(missing: readonly IndexedFile[], { own, others }: ResultFolderContents): Promise<readonly StoredItem[]> {
    if (missing.length === 0) return []
    const { index, items, known, digestFile, closing } = this.#dependencies
    const paths = await collectTexts(await items.allFiles(), ({ path }) => path)
    const candidates = [...own.files, ...others.files].filter((path) => !paths.has(path))
    const places = await findMovedFiles(missing, candidates, digestFile, closing)
    const found = await mapConcurrent(maxConcurrentReads, await index.stored([...places.keys()]), async (item): Promise<StoredItem> => {
      const path = places.get(item.key) ?? item.path
      const sidecar = await readSidecar(path)
      const told = typeof sidecar === 'object' && sidecar.id === item.id ? await itemFromSidecar(path, sidecar) : item
      return { ...told, key: item.key, path, modifiedAt: await readModificationTime(path), state: 'here' }
    })
    if (found.length > 0) await items.put(found, false)
    for (const { id, path } of found) known.setMovedPath(id, path)
    return found
  }

  /**
   * Imports the scanned files that have a recipe and aren't in the index. `strange`: names of the library folder's files that can't be
   * imported automatically.
   */
  async importContents({
    own,
    others
  }: ResultFolderContents): Promise<{ readonly importedCount: number; readonly strange: readonly string[] }> {
    const { items, known, removed, collections, corruptSidecars, folders, probeFile, digestFile, closing } = this.#dependencies
    const files = await items.allFiles()
    const [paths, ids] = [await collectTexts(files, ({ path }) => path), await collectTexts(files, ({ id }) => id)]
    const both = { isThere: own.isThere, files: [...own.files, ...others.files], sidecars: [...own.sidecars, ...others.sidecars] }
    const reading = await readFolderItems(both, { paths, ids }, { probeFile, digestFile, signal: closing })
    const strange = new Set(reading.strange)
    // A deleted file that the user put back becomes an item again. A sidecar without its file doesn't.
    const imported = reading.items.filter(({ id, state }) => state === 'here' || !removed.has(id))
    for (let from = 0; from < imported.length; from += itemsPerWrite) {
      closing.throwIfAborted()
      const slice = imported.slice(from, from + itemsPerWrite)
      const owned = await collections.withOwnIds(slice)
      await items.put(
        owned.filter((item) => slice.includes(item)),
        true
      )
      await items.put(
        owned.filter((item) => !slice.includes(item)),
        false
      )
    }
    for (const { id, path } of imported) known.setMovedPath(id, path)
    await removed.restore(imported.map(({ id }) => id).filter((id) => removed.has(id)))
    corruptSidecars.set([...corruptSidecars.all(), ...reading.torn.map((path) => folders.nameOf(path))])
    return {
      importedCount: imported.filter(({ state }) => state === 'here').length,
      strange: strange.size === 0 ? [] : own.files.filter((path) => strange.has(path)).map((path) => folders.nameOf(path))
    }
  }

  /** Imports restored files that the journal doesn't have, or has at another path. */
  async importFiles(files: readonly RestoredFile[]): Promise<void> {
    if (files.length === 0) return
    const { items, known, probeFile, digestFile } = this.#dependencies
    const paths = files.map(({ path }) => path)
    const read = await readFolderItems(
      { isThere: true, files: paths, sidecars: paths.map((of) => ({ path: sidecarPath(of), of })) },
      { paths: new Set(), ids: known.ids() },
      { probeFile, digestFile }
    )
    await items.put(read.items, true)
    const unrecognized = new Set(read.strange)
    const recorded = await mapConcurrent(maxConcurrentReads, files, async ({ path, sidecar }) =>
      sidecar === undefined || !unrecognized.has(path) ? null : itemFromSidecar(path, sidecar)
    )
    const others = recorded.filter((item) => item !== null).filter(({ id }) => !known.has(id))
    await items.put(others, false)
    for (const { id, path } of [...read.items, ...others]) known.setMovedPath(id, path)
  }
}
