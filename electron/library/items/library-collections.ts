import { UserFacingError } from '../../../shared/form/submission-problem.ts'
import { say } from '../../../shared/i18n/say.ts'
import type { LibraryCollection } from '../../../shared/library/library.ts'
import type { Clock } from '../../tasks/ports.ts'
import { readCollections, writeCollections } from '../folders/collection-names.ts'
import type { ResultFolders } from '../folders/result-folders.ts'
import type { IndexClient } from '../index/index-client.ts'
import type { IndexedCollection, IndexedItem } from '../index/indexed-item.ts'
import { maxConcurrentReads, mapConcurrent } from '../map-concurrent.ts'
import { readSidecar } from '../recipes/sidecar.ts'

export type LibraryCollectionsDependencies = {
  readonly index: IndexClient
  readonly folders: ResultFolders
  readonly clock: Clock
  readonly onDefect: (error: unknown) => void
}

/** This library's collections, and their file in the library folder. */
export class LibraryCollections {
  readonly #dependencies: LibraryCollectionsDependencies
  #isFileDue = false

  constructor(dependencies: LibraryCollectionsDependencies) {
    this.#dependencies = dependencies
  }

  /** Returns a collection. @throws UserFacingError if it doesn't exist. */
  async withId(id: number): Promise<LibraryCollection> {
    const found = (await this.#dependencies.index.collections()).find((one) => one.id === id)
    if (found === undefined) throw new UserFacingError(say('This collection no longer exists.'))
    return found
  }

  /**
   * Writes the collections to a file in the library folder. If that fails, the next file check retries it. The sidecars and the index
   * contain the collections too.
   */
  async writeFile(): Promise<void> {
    const { index, folders, onDefect } = this.#dependencies
    this.#isFileDue = true
    if (!(await folders.isCurrentThere())) return
    try {
      await writeCollections(folders.current, await index.collections())
      this.#isFileDue = false
    } catch (error) {
      onDefect(error)
    }
  }

  async writeFileIfDue(): Promise<void> {
    if (this.#isFileDue) await this.writeFile()
  }

  /** Adds the collections of a newly chosen library folder. */
  async importFile(): Promise<void> {
    const { folders } = this.#dependencies
    if (!(await folders.isCurrentThere())) return
    await this.merge(await readCollections(folders.current))
    await this.writeFile()
  }

  /** Replaces the collection IDs from the sidecars with this library's IDs. Adds missing collections. */
  async withOwnIds(items: readonly IndexedItem[]): Promise<readonly IndexedItem[]> {
    const sidecars = await mapConcurrent(maxConcurrentReads, items, async (item) =>
      item.collections.length === 0 ? 'none' : readSidecar(item.path)
    )
    const told = sidecars.map((sidecar) => (typeof sidecar === 'object' ? sidecar.person.collections : []))
    const ownIds = await this.merge(told.flat().map(({ id, name }) => ({ id, name, createdAt: this.#dependencies.clock.now() })))
    return items.map((item, place) => {
      const collections = [...new Set((told[place] ?? []).map((one) => ownIds.get(nameOfId(one)) ?? one.id))]
      return collections.join() === item.collections.join() ? item : { ...item, collections }
    })
  }

  /**
   * Adds another folder's collections to this library. Returns the IDs that the added collections have in this library, keyed by the
   * collections' `nameOfId`. Collections with equal names are merged. An ID that is already in use is replaced.
   */
  async merge(others: readonly IndexedCollection[]): Promise<ReadonlyMap<string, number>> {
    const { index } = this.#dependencies
    const own = await index.collections()
    const names = new Map(own.map(({ id, name }) => [name.toLowerCase(), id]))
    const ids = new Set(own.map(({ id }) => id))
    const ownIds = new Map<string, number>()
    for (const { id, name, createdAt } of others) {
      const isKnown = names.get(name.toLowerCase())
      const kept = isKnown === undefined ? await index.addCollection({ id: ids.has(id) ? null : id, name, createdAt }) : isKnown
      names.set(name.toLowerCase(), kept)
      ids.add(kept)
      ownIds.set(nameOfId({ id, name }), kept)
    }
    return ownIds
  }
}

function nameOfId({ id, name }: Pick<LibraryCollection, 'id' | 'name'>): string {
  return `${id} ${name}`
}
