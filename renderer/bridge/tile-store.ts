import type { LibraryTile } from '../../shared/library/library.ts'

type Listener = () => void
/** Loads the tiles with these keys. Resolves to null if the tiles couldn't be loaded. */
export type TileFetcher = (keys: readonly number[]) => Promise<readonly LibraryTile[] | null>

/** Maximum number of keys per request. Small requests let visible tiles load first. */
const maxAtOnce = 120
const maxQuestions = 2
/** Maximum number of cached tiles, at about 2 KB each. This is enough for many screens, and limits the memory for a large library. */
const maxKept = 3_000

/**
 * Cache of the library tiles near the visible area. New wanted keys replace earlier ones that aren't loading yet. Fast scrolling therefore
 * doesn't load every tile that it passes. An outdated tile stays visible until its new version is loaded.
 */
export class TileStore {
  readonly #fetch: TileFetcher
  readonly #tiles = new Map<number, LibraryTile>()
  readonly #stale = new Set<number>()
  readonly #asked = new Set<number>()
  readonly #listeners = new Map<number, Set<Listener>>()
  #wanted: readonly number[] = []
  #questions = 0
  /** Number of refreshes. Responses to requests from before the last refresh are ignored. Their tiles may highlight another search. */
  #round = 0

  constructor(fetch: TileFetcher) {
    this.#fetch = fetch
  }

  get(key: number): LibraryTile | undefined {
    return this.#tiles.get(key)
  }

  /** Sets the keys of the tiles to load, most urgent first. Replaces the previous keys. */
  want(keys: readonly number[]): void {
    this.#wanted = keys
    // Moves these tiles to the end of the Map, so that they are evicted last.
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

  /** Marks cached tiles as outdated, and reloads those among the wanted keys. */
  refresh(keys: readonly number[]): void {
    this.#round += 1
    this.#asked.clear()
    for (const key of keys) if (this.#tiles.has(key)) this.#stale.add(key)
    this.#ask()
  }

  /** Marks all cached tiles as outdated, for example because a new search highlights other words. */
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
    while (this.#questions < maxQuestions) {
      const missing: number[] = []
      for (const key of this.#wanted) {
        if (this.#asked.has(key) || (this.#tiles.has(key) && !this.#stale.has(key))) continue
        missing.push(key)
        if (missing.length === maxAtOnce) break
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
      // Keys for which no tile was returned aren't requested again until the next refresh.
      if (tiles !== null) for (const key of keys) this.#asked.delete(key)
      const came = new Set(tiles?.map(({ key }) => key))
      for (const key of keys) if (!came.has(key)) this.#asked.add(key)
      if (tiles !== null) this.put(tiles)
    }
    this.#ask()
  }

  #giveUpOldest(): void {
    for (const key of this.#tiles.keys()) {
      if (this.#tiles.size <= maxKept) return
      if (this.#listeners.has(key)) continue
      this.#tiles.delete(key)
      this.#stale.delete(key)
    }
  }

  #tell(key: number): void {
    for (const tell of this.#listeners.get(key) ?? []) tell()
  }
}
