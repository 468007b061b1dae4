import { basename } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { outputIndexOf } from '../../../shared/library/item-id.ts'
import type { LibraryItem, LibraryItemDetails, LibraryTile, ResultFileState } from '../../../shared/library/library.ts'
import { recipeSchema } from '../../../shared/library/recipe.ts'
import type { IndexedFile, IndexedLocations, ItemSummary, ServedFile, StoredItem, StoredItemWithoutRecipe } from './indexed-item.ts'
import { fileFromRow, itemFromRow, type IndexRecord } from './item-from-row.ts'
import { searchHighlights } from './search-query.ts'

/** Number of hex digits in a file's version. This is enough to distinguish a file's contents from its earlier contents. */
const versionLength = 16

/** Reads items from the index. Keys, IDs and paths without an item are skipped. */
export class ItemReader {
  readonly #statements: ReaderStatements

  constructor(database: DatabaseSync) {
    this.#statements = prepareReaderStatements(database)
  }

  /** Returns an item. Null if there is no item with this key. */
  find(key: number): StoredItem | null {
    const row = this.#statements.byKey.get(key)
    return row === undefined ? null : this.#readStored(row)
  }

  /** Returns an item. Null if there is no item with this ID. */
  findById(id: string): StoredItem | null {
    const row = this.#statements.byId.get(id)
    return row === undefined ? null : this.#readStored(row)
  }

  stored(keys: readonly number[]): readonly StoredItem[] {
    return keys.flatMap((key) => this.find(key) ?? [])
  }

  withIds(ids: readonly string[]): readonly StoredItem[] {
    return ids.flatMap((id) => this.findById(id) ?? [])
  }

  withPaths(paths: readonly string[]): readonly Pick<StoredItem, 'key' | 'path'>[] {
    return [...new Set(paths)].flatMap((path) => this.#statements.byPath.all(path).map((row) => ({ key: Number(row['key']), path })))
  }

  withState(state: ResultFileState): readonly LibraryItem[] {
    return this.#statements.byState.all(state).map((row) => this.#viewOf(itemFromRow(row)))
  }

  /** Returns items without their recipes. */
  briefs(keys: readonly number[]): readonly ItemSummary[] {
    return this.#withoutRecipes(keys).map(({ key, id, path, stars, tags, collections }) => ({
      key,
      id,
      path,
      person: { stars, tags, collections },
      unwritten: this.#statements.isUnwritten.get(key) === undefined ? null : this.find(key)
    }))
  }

  /** Returns tiles in the order of the keys, with the highlights of a search. */
  tiles(keys: readonly number[], search: string): readonly LibraryTile[] {
    return this.#withoutRecipes(keys).map((item) => ({
      ...this.#viewOf(item),
      marks: { title: searchHighlights(item.title, search), prompt: searchHighlights(item.prompt ?? '', search) }
    }))
  }

  /** Returns an item's details. Null if there is no item with this ID. */
  details(id: string): LibraryItemDetails | null {
    const found = this.findById(id)
    if (found === null) return null
    const { recipe, ...item } = found
    const children = this.#statements.childrenOf.all(id).map((child) => String(child['id']))
    return { ...this.#viewOf(item), recipe, sha256: item.sha256, children, outputs: this.#outputsBeside(item) }
  }

  /** Returns an item's file. Null if there is no item with this ID. */
  fileOf(id: string): ServedFile | null {
    const row = this.#statements.byId.get(id)
    if (row === undefined) return null
    const { path, contentType, medium, sha256, madeAt } = itemFromRow(row)
    return { id, path, contentType, medium, sha256, madeAt }
  }

  /** Returns at most `limit` files in key order, starting after `afterKey`. */
  files(afterKey: number, limit: number): readonly IndexedFile[] {
    return this.#statements.files.all(afterKey, limit).map(fileFromRow)
  }

  /** Returns at most `limit` locations in key order, starting after `afterKey`. */
  locations(afterKey: number, limit: number): IndexedLocations {
    const [ids, paths, times]: [string[], string[], number[]] = [[], [], []]
    let lastKey: number | null = null
    for (const columns of this.#statements.locations.iterate(afterKey, limit) as Iterable<unknown>) {
      const [id, path, madeAt, key] = columns as [string, string, number, number]
      ids.push(id)
      paths.push(path)
      times.push(madeAt)
      lastKey = key
    }
    return { ids, paths, times, lastKey }
  }

  #withoutRecipes(keys: readonly number[]): readonly StoredItemWithoutRecipe[] {
    return keys.flatMap((key) => {
      const row = this.#statements.byKey.get(key)
      return row === undefined ? [] : [itemFromRow(row)]
    })
  }

  #readStored(row: IndexRecord): StoredItem {
    const item = itemFromRow(row)
    const text = this.#statements.recipeOf.get(item.key)?.['recipe']
    const recipe = text === undefined ? null : recipeSchema.safeParse(JSON.parse(String(text)))
    return { ...item, recipe: recipe?.success === true ? recipe.data : null }
  }

  #viewOf(item: StoredItemWithoutRecipe): LibraryItem {
    return {
      key: item.key,
      id: item.id,
      task: item.task,
      capability: item.capability,
      medium: item.medium,
      contentType: item.contentType,
      fileName: basename(item.path),
      bytes: item.bytes,
      version: item.sha256.slice(0, versionLength),
      width: item.width,
      height: item.height,
      durationInSeconds: item.durationInSeconds,
      madeAt: item.madeAt,
      title: item.title,
      prompt: item.prompt,
      stars: item.stars,
      tags: item.tags,
      collections: item.collections,
      connectionId: item.connectionId,
      state: item.state,
      parents: this.#statements.parentsOf.all(item.key).map((row) => String(row['parent']))
    }
  }

  #outputsBeside({ id, task }: StoredItemWithoutRecipe): readonly string[] {
    if (task === null) return [id]
    const ids = this.#statements.outputsOf.all(task, task).map((row) => String(row['id']))
    return ids.toSorted((one, other) => outputIndexOf(one) - outputIndexOf(other))
  }
}

type ReaderStatements = Readonly<
  Record<
    'byKey' | 'byId' | 'byPath' | 'byState' | 'isUnwritten' | 'parentsOf' | 'childrenOf' | 'outputsOf' | 'recipeOf' | 'files' | 'locations',
    StatementSync
  >
>

function prepareReaderStatements(database: DatabaseSync): ReaderStatements {
  const locations = database.prepare('SELECT id, path, made_at, key FROM items WHERE key > ? ORDER BY key LIMIT ?')
  locations.setReturnArrays(true)
  return {
    byKey: database.prepare('SELECT * FROM items WHERE key = ?'),
    byId: database.prepare('SELECT * FROM items WHERE id = ?'),
    byPath: database.prepare('SELECT key FROM items WHERE path = ?'),
    isUnwritten: database.prepare('SELECT 1 FROM unwritten WHERE key = ?'),
    byState: database.prepare('SELECT * FROM items WHERE state = ? ORDER BY made_at DESC'),
    parentsOf: database.prepare('SELECT parent FROM parents WHERE child = ? ORDER BY parent'),
    // Ordered by task, oldest first, and then by output number. Outputs can be saved in any order.
    childrenOf: database.prepare(`SELECT items.id FROM parents JOIN items ON items.key = parents.child WHERE parents.parent = ?
    ORDER BY min(items.made_at) OVER (PARTITION BY coalesce(items.task, items.id)), items.task, length(items.id), items.id`),
    // Uses the index on IDs. An output's ID begins with its task's ID and a dot. A slash is the character after the dot.
    outputsOf: database.prepare("SELECT id FROM items WHERE id > ? || '.' AND id < ? || '/'"),
    recipeOf: database.prepare('SELECT recipe FROM recipes WHERE key = ?'),
    files: database.prepare(
      'SELECT key, id, path, bytes, modified_at, sha256, state, made_at FROM items WHERE key > ? ORDER BY key LIMIT ?'
    ),
    locations
  }
}
