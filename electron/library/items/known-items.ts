import type { SavedResult } from '../../tasks/machine/task-record.ts'
import type { ServedFile } from '../index/indexed-item.ts'

/** The save times and paths of the indexed items, for synchronous access. */
export class KnownItems {
  /**
   * Save time of each indexed item, in milliseconds since 1970, by ID. A file check may import a file before the journal records the
   * result. The journal then has another save time.
   */
  readonly #savedAt = new Map<string, number>()
  /** Paths of items by ID, if the journal has another path or doesn't have the item. */
  readonly #movedPaths = new Map<string, string>()

  /**
   * Files of the items from before a rebuild, by ID. Used while the index is being rebuilt, so that open views can still show these files.
   */
  #beforeRebuild: ReadonlyMap<string, ServedFile> = new Map()

  get count(): number {
    return this.#savedAt.size
  }

  has(id: string): boolean {
    return this.#savedAt.has(id)
  }

  ids(): ReadonlySet<string> {
    return new Set(this.#savedAt.keys())
  }

  setSavedAt(id: string, savedAt: number): void {
    this.#savedAt.set(id, savedAt)
  }

  deleteSavedAt(id: string): void {
    this.#savedAt.delete(id)
  }

  /** Returns a journal result with its current path. The journal stores where the file was saved, but the file may have been moved since. */
  located<Result extends Pick<SavedResult, 'id' | 'path'>>(result: Result): Result {
    const path = this.#movedPaths.get(result.id)
    return path === undefined ? result : { ...result, path }
  }

  setMovedPath(id: string, path: string): void {
    this.#movedPaths.set(id, path)
  }

  deleteMovedPath(id: string): void {
    this.#movedPaths.delete(id)
  }

  /**
   * True if a journal result must be imported, because the index lacks the journal's data. A file check may import a file with less data
   * before the journal records the result. The two save times then differ, even if Kiln crashes in between. Also true for a file that was
   * downloaded again. False for a changed file that the user accepted.
   */
  needsImport({ id, path, savedAt }: SavedResult): boolean {
    return this.#savedAt.get(id) !== savedAt || this.#movedPaths.get(id) === path
  }

  /** Forgets all items. Their files can still be located until `endRebuild`. */
  startRebuild(items: readonly ServedFile[]): void {
    this.#beforeRebuild = new Map(items.map((item) => [item.id, item]))
    this.clear()
  }

  /** Returns where a file was before the rebuild. Null if no rebuild is running, or the item is new. */
  fileBeforeRebuild(id: string): ServedFile | null {
    return this.#beforeRebuild.get(id) ?? null
  }

  endRebuild(): void {
    this.#beforeRebuild = new Map()
  }

  clear(): void {
    this.#savedAt.clear()
    this.#movedPaths.clear()
  }
}
