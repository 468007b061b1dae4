import type { LibraryTile } from '../../shared/library.ts'

type Listener = () => void
/** Null: they could not be had. */
export type FetchTiles = (keys: readonly number[]) => Promise<readonly LibraryTile[] | null>

/** In one question; small, so that what is in sight comes first. */
const mostAtOnce = 120
const mostQuestions = 2
/** About 2 KB each. Enough for many screens to and fro; what a library of any size costs in memory. */
const mostKept = 3_000

/**
 * What the page knows of the tiles near to what is in sight. Asked for by runs: the newest wish replaces those before, so that a hand on the
 * scroll bar is never followed through all that it passed. What may have changed is shown until it is here anew.
 */
export class TileStore {
  readonly #fetch: FetchTiles
  readonly #tiles = new Map<number, LibraryTile>()
  readonly #stale = new Set<number>()
  readonly #asked = new Set<number>()
  readonly #listeners = new Map<number, Set<Listener>>()
  #wanted: readonly number[] = []
  #questions = 0
  /** Answers to questions of an earlier one may hold the marks of another search. */
  #round = 0

  constructor(fetch: FetchTiles) {
    this.#fetch = fetch
  }

  get(key: number): LibraryTile | undefined {
    return this.#tiles.get(key)
  }

  /** What is to be here soon, the most urgent first. */
  want(keys: readonly number[]): void {
    this.#wanted = keys
    // Near to what is in sight: the last to be given up.
    for (const key of keys) {
      const tile = this.#tiles.get(key)
      if (tile === undefined) continue
      this.#tiles.delete(key)
      this.#tiles.set(key, tile)
    }
    this.#ask()
  }

  put(tiles: readonly LibraryTile[]): void {
    for (const tile of tiles) {
      this.#tiles.delete(tile.key)
      this.#tiles.set(tile.key, tile)
      this.#stale.delete(tile.key)
    }
    this.#giveUpOldest()
    for (const { key } of tiles) this.#tell(key)
  }

  /** These are other than they were. */
  refresh(keys: readonly number[]): void {
    this.#round += 1
    this.#asked.clear()
    for (const key of keys) if (this.#tiles.has(key)) this.#stale.add(key)
    this.#ask()
  }

  /** All may be other than they were: another search marks other words. */
  refreshAll(): void {
    this.refresh([...this.#tiles.keys()])
  }

  forget(keys: readonly number[]): void {
    for (const key of keys) {
      this.#tiles.delete(key)
      this.#stale.delete(key)
      this.#tell(key)
    }
  }

  forgetAll(): void {
    this.#round += 1
    this.#asked.clear()
    this.forget([...this.#tiles.keys()])
  }

  subscribeTo(key: number, listener: Listener): () => void {
    const listeners = this.#listeners.get(key) ?? new Set()
    this.#listeners.set(key, listeners)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key)
    }
  }

  #ask(): void {
    while (this.#questions < mostQuestions) {
      const missing: number[] = []
      for (const key of this.#wanted) {
        if (this.#asked.has(key) || (this.#tiles.has(key) && !this.#stale.has(key))) continue
        missing.push(key)
        if (missing.length === mostAtOnce) break
      }
      if (missing.length === 0) return
      void this.#askFor(missing)
    }
  }

  async #askFor(keys: readonly number[]): Promise<void> {
    const round = this.#round
    this.#questions += 1
    for (const key of keys) this.#asked.add(key)
    const tiles = await this.#fetch(keys)
    this.#questions -= 1
    if (round === this.#round) {
      // What did not come is not asked for again until it is wanted anew after a change.
      if (tiles !== null) for (const key of keys) this.#asked.delete(key)
      const came = new Set(tiles?.map(({ key }) => key))
      for (const key of keys) if (!came.has(key)) this.#asked.add(key)
      if (tiles !== null) this.put(tiles)
    }
    this.#ask()
  }

  #giveUpOldest(): void {
    for (const key of this.#tiles.keys()) {
      if (this.#tiles.size <= mostKept) return
      if (this.#listeners.has(key)) continue
      this.#tiles.delete(key)
      this.#stale.delete(key)
    }
  }

  #tell(key: number): void {
    for (const tell of this.#listeners.get(key) ?? []) tell()
  }
}
