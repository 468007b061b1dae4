import { basename } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { LibraryChange } from '../../../shared/library/library.ts'
import type { FileCheckResult } from '../verify-files.ts'
import { setIndexIncomplete } from './index-file.ts'
import type { IndexRows } from './index-rows.ts'
import type { IndexedItem, StoredItem } from './indexed-item.ts'
import { applyChange, itemChangeBetween, revertItemChange, type ChangedItems, type ItemChange } from './item-change.ts'
import type { ItemReader } from './item-reader.ts'
import { indexRowFromItem, localDayNumber } from './load-index-rows.ts'
import { recipeSearchText } from './recipe-search-text.ts'
import { runTransaction, type TransactionDependencies } from './run-transaction.ts'
import type { SalvagedItems } from './salvaged-items.ts'
import { toIndexedText } from './search-query.ts'
import type { UnwrittenSidecars } from './unwritten-sidecars.ts'

export type ItemWriterDependencies = TransactionDependencies & {
  readonly rows: IndexRows
  readonly reader: ItemReader
  readonly unwritten: UnwrittenSidecars
  readonly salvaged: SalvagedItems
}

/** Writes items to the index, and to its rows in memory. */
export class ItemWriter {
  readonly #dependencies: ItemWriterDependencies
  readonly #statements: WriterStatements
  #highestUsedKey: number
  /** Keys of removed items by ID, so that a restored item gets its old key. */
  readonly #droppedKeys = new Map<string, number>()

  constructor(dependencies: ItemWriterDependencies) {
    this.#dependencies = dependencies
    this.#statements = prepareWriterStatements(dependencies.database)
    this.#highestUsedKey = Number(this.#statements.highestKey.get()?.['key'])
  }

  /** Adds or replaces items in one transaction. `isWritten`: true if the sidecars are already up to date. */
  put(items: readonly IndexedItem[], isWritten: boolean): { readonly added: readonly number[]; readonly changed: readonly number[] } {
    const { rows } = this.#dependencies
    const done = runTransaction(this.#dependencies, () => items.map((item) => this.#putOne(item, isWritten)))
    for (const { stored } of done) rows.put(indexRowFromItem(stored))
    const keysOf = (isNewItem: boolean): readonly number[] =>
      done.filter((one) => one.isNewItem === isNewItem).map(({ stored }) => stored.key)
    return { added: keysOf(true), changed: keysOf(false) }
  }

  /**
   * Saves changed items and flushes them to disk. They must survive a power cut, because Kiln reports them to the user as saved. `andThen`:
   * runs in the same transaction.
   */
  putChanged(
    changed: readonly { readonly before: StoredItem; readonly after: StoredItem }[],
    andThen = (): unknown => undefined
  ): ChangedItems {
    const { database, rows, salvaged } = this.#dependencies
    database.exec('PRAGMA synchronous = FULL')
    try {
      runTransaction(this.#dependencies, () => {
        for (const { after } of changed) {
          this.#putOne(after, false)
          salvaged.remove(after.id)
        }
        andThen()
      })
    } finally {
      database.exec('PRAGMA synchronous = NORMAL')
    }
    for (const { after } of changed) rows.put(indexRowFromItem(after))
    return { keys: changed.map(({ after }) => after.key), steps: changed.map(({ before, after }) => itemChangeBetween(before, after)) }
  }

  change(change: LibraryChange): ChangedItems {
    return this.putChanged(
      this.#dependencies.reader.stored(change.keys).flatMap((item) => {
        const after = applyChange(item, change)
        return after === null ? [] : [{ before: item, after }]
      })
    )
  }

  revert(steps: readonly ItemChange[]): readonly number[] {
    const reverted = steps.flatMap((step) => {
      const before = this.#dependencies.reader.findById(step.id)
      return before === null ? [] : [{ before, after: revertItemChange(before, step) }]
    })
    return this.putChanged(reverted).keys
  }

  mark(findings: readonly FileCheckResult[]): void {
    runTransaction(this.#dependencies, () => {
      for (const { key, state, modifiedAt } of findings) this.#statements.markItem.run(state, modifiedAt, key)
    })
  }

  drop(keys: readonly number[]): void {
    const { rows, unwritten } = this.#dependencies
    const { dropItem, dropWords, dropParents, dropRecipe } = this.#statements
    runTransaction(this.#dependencies, () => {
      for (const key of keys) {
        const row = dropItem.get(key)
        if (row !== undefined) this.#droppedKeys.set(String(row['id']), key)
        dropWords.run(key)
        dropParents.run(key)
        dropRecipe.run(key)
        unwritten.remove(key)
      }
    })
    keys.forEach(rows.drop)
  }

  /** Marks the index as complete, and forgets the salvaged metadata. */
  filled(): void {
    const { database } = this.#dependencies
    runTransaction(this.#dependencies, () => {
      database.exec('DELETE FROM salvaged')
      setIndexIncomplete(database, false)
    })
  }

  /** Deletes all items, and keeps their unwritten metadata until `filled`. */
  clear(): void {
    const { database, rows, salvaged } = this.#dependencies
    runTransaction(this.#dependencies, () => {
      setIndexIncomplete(database, true)
      salvaged.addUnwritten()
      database.exec(
        "DELETE FROM items; DELETE FROM recipes; DELETE FROM unwritten; DELETE FROM parents; DELETE FROM collections; INSERT INTO words (words) VALUES ('delete-all')"
      )
    })
    rows.clear()
    this.#droppedKeys.clear()
  }

  #putOne(item: IndexedItem, isWritten: boolean): { readonly stored: StoredItem; readonly isNewItem: boolean } {
    const { unwritten } = this.#dependencies
    const { byId, insert, dropRecipe, putRecipe, dropParents, addParent, dropWords, addWords } = this.#statements
    const before = byId.get(item.id)
    const { recipe } = item
    const key = Number(
      insert.get(
        this.#droppedKeys.get(item.id) ?? this.#highestUsedKey + 1,
        item.id,
        item.task,
        item.capability,
        item.capabilityTitle,
        item.medium,
        item.contentType,
        item.path,
        basename(item.path),
        item.bytes,
        item.modifiedAt,
        item.sha256,
        item.width,
        item.height,
        item.durationInSeconds,
        item.madeAt,
        localDayNumber(item.madeAt),
        item.title,
        item.prompt,
        item.connectionId,
        item.state,
        item.stars,
        JSON.stringify(item.tags),
        JSON.stringify(item.collections)
      )?.['key']
    )
    this.#highestUsedKey = Math.max(this.#highestUsedKey, key)
    this.#droppedKeys.delete(item.id)
    if (isWritten) unwritten.remove(key)
    else unwritten.add(key)
    if (recipe === null) dropRecipe.run(key)
    else putRecipe.run(key, JSON.stringify(recipe))
    dropParents.run(key)
    for (const parent of recipe?.parents ?? []) addParent.run(key, parent.id)
    const stored = { ...item, key }
    if (before !== undefined) dropWords.run(key)
    addWords.run(
      key,
      item.title === item.prompt ? '' : toIndexedText(item.title),
      toIndexedText(item.prompt ?? ''),
      toIndexedText(recipe === null ? '' : recipeSearchText(recipe)),
      toIndexedText(`${item.capabilityTitle} ${item.capability}`),
      toIndexedText(item.tags.join(' ')),
      toIndexedText(basename(item.path))
    )
    return { stored, isNewItem: before === undefined }
  }
}

type WriterStatements = Readonly<
  Record<
    | 'insert'
    | 'byId'
    | 'addParent'
    | 'dropParents'
    | 'putRecipe'
    | 'dropRecipe'
    | 'dropItem'
    | 'markItem'
    | 'addWords'
    | 'dropWords'
    | 'highestKey',
    StatementSync
  >
>

function prepareWriterStatements(database: DatabaseSync): WriterStatements {
  return {
    insert: database.prepare(`INSERT INTO items
    (key, id, task, capability, capability_title, medium, content_type, path, file_name, bytes, modified_at, sha256, width, height, seconds, made_at, day,
     title, prompt, connection_id, state, stars, tags, collections)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET task = excluded.task, capability = excluded.capability, capability_title = excluded.capability_title,
     medium = excluded.medium, content_type = excluded.content_type, path = excluded.path, file_name = excluded.file_name, bytes = excluded.bytes,
     modified_at = excluded.modified_at, sha256 = excluded.sha256, width = excluded.width, height = excluded.height, seconds = excluded.seconds,
     made_at = excluded.made_at, day = excluded.day, title = excluded.title, prompt = excluded.prompt, connection_id = excluded.connection_id,
     state = excluded.state, stars = excluded.stars, tags = excluded.tags, collections = excluded.collections
    RETURNING key`),
    byId: database.prepare('SELECT * FROM items WHERE id = ?'),
    addParent: database.prepare('INSERT OR IGNORE INTO parents (child, parent) VALUES (?, ?)'),
    dropParents: database.prepare('DELETE FROM parents WHERE child = ?'),
    putRecipe: database.prepare('INSERT OR REPLACE INTO recipes (key, recipe) VALUES (?, ?)'),
    dropRecipe: database.prepare('DELETE FROM recipes WHERE key = ?'),
    dropItem: database.prepare('DELETE FROM items WHERE key = ? RETURNING id'),
    markItem: database.prepare('UPDATE items SET state = ?, modified_at = ? WHERE key = ?'),
    addWords: database.prepare(
      'INSERT INTO words (rowid, title, prompt, parameters, capability, tags, file_name) VALUES (?, ?, ?, ?, ?, ?, ?)'
    ),
    dropWords: database.prepare('DELETE FROM words WHERE rowid = ?'),
    highestKey: database.prepare('SELECT coalesce(max(key), 0) AS key FROM items')
  }
}
