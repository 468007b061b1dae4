import { UserFacingError } from '../../../shared/form/submission-problem.ts'
import { say } from '../../../shared/i18n/say.ts'
import type { ChangeEvents } from '../change-events.ts'
import type { IndexClient } from '../index/index-client.ts'
import type { IndexedFile, IndexedItem, ItemSummary, StoredItem } from '../index/indexed-item.ts'
import { mapConcurrent } from '../map-concurrent.ts'
import type { KnownItems } from './known-items.ts'

export type LibraryItemsDependencies = {
  readonly index: IndexClient
  readonly known: KnownItems
  readonly events: ChangeEvents
  /** Aborted when the library starts to close. */
  readonly closing: AbortSignal
  /** Called with the number of items while a new index is being filled. */
  readonly onFilling: (count: number) => void
}

/** Number of items added to the index at once. Other work can run on the main thread between two batches. */
export const itemsPerWrite = 200
/** Number of items read at once without their recipes. */
const briefsPerRead = 2_000
/**
 * Maximum number of entries in one response from the index thread. Receiving a full response blocks the main thread for a few milliseconds.
 */
const filesPerPage = 1_000

/** Reads and writes items in batches, so that other work can run in between. */
export class LibraryItems {
  readonly #dependencies: LibraryItemsDependencies
  #isFilling = false

  constructor(dependencies: LibraryItemsDependencies) {
    this.#dependencies = dependencies
  }

  /** Call with true while a new index is being filled. */
  setFilling(isFilling: boolean): void {
    this.#isFilling = isFilling
  }

  async put(items: readonly IndexedItem[], isWritten: boolean): Promise<void> {
    if (items.length === 0) return
    const { index, known, events, onFilling } = this.#dependencies
    const { added, changed } = await index.put(items, isWritten)
    for (const { id, madeAt } of items) known.setSavedAt(id, madeAt)
    if (this.#isFilling) onFilling(known.count)
    events.report({ added, changed })
  }

  async allFiles(): Promise<readonly IndexedFile[]> {
    const { index, closing } = this.#dependencies
    const files: IndexedFile[] = []
    for (;;) {
      const page = await index.files(files.at(-1)?.key ?? 0, filesPerPage)
      closing.throwIfAborted()
      for (const file of page) files.push(file)
      if (page.length < filesPerPage) return files
    }
  }

  async all(): Promise<readonly StoredItem[]> {
    const { index, closing } = this.#dependencies
    const items: StoredItem[] = []
    const files = await this.allFiles()
    for (let from = 0; from < files.length; from += itemsPerWrite) {
      closing.throwIfAborted()
      items.push(...(await index.stored(files.slice(from, from + itemsPerWrite).map(({ key }) => key))))
    }
    return items
  }

  async *withKeys(keys: readonly number[]): AsyncGenerator<StoredItem> {
    for (const slice of slicedBy(itemsPerWrite, keys)) yield* await this.#dependencies.index.stored(slice)
  }

  /** Returns an item. @throws UserFacingError if there is no item with this ID. */
  async withId(id: string): Promise<StoredItem> {
    const [item] = await this.#dependencies.index.withIds([id])
    if (item === undefined) throw new UserFacingError(say('Kiln can’t find this result.'))
    return item
  }

  async briefs(keys: readonly number[]): Promise<readonly ItemSummary[]> {
    const slices = await mapConcurrent(1, slicedBy(briefsPerRead, keys), (slice) => this.#dependencies.index.briefs(slice))
    return slices.flat()
  }

  /** Returns the keys and paths of all items at these items' paths, including the items themselves. */
  async withFilesOf(items: readonly ItemSummary[]): Promise<readonly Pick<StoredItem, 'key' | 'path'>[]> {
    const slices = await mapConcurrent(1, slicedBy(briefsPerRead, items), (slice) =>
      this.#dependencies.index.withPaths(slice.map(({ path }) => path))
    )
    return slices.flat()
  }
}

function slicedBy<T>(size: number, items: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, place) => items.slice(place * size, (place + 1) * size))
}
