import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Medium } from '../../../shared/form/json-schema.ts'
import { outputIndexOf } from '../../../shared/library/item-id.ts'
import type { Stars } from '../../../shared/library/library.ts'
import type { IndexRow, IndexRows } from './index-rows.ts'
import type { IndexedItem, StoredItemWithoutRecipe } from './indexed-item.ts'

/** Columns that are read for all items at startup, in this order. */
type RowColumns = readonly [
  key: number,
  madeAt: number,
  day: number,
  medium: Medium,
  capability: string,
  capabilityTitle: string,
  connectionId: string | null,
  bytes: number,
  width: number | null,
  height: number | null,
  fileName: string,
  stars: Stars,
  tags: string,
  collections: string,
  id: string,
  task: string | null
]
const none: readonly never[] = []

/** Loads the rows of all items into memory. Skips prompts and paths, because the first query after startup waits for this function. */
export function loadIndexRows(database: DatabaseSync, rows: IndexRows): void {
  const select =
    database.prepare(`SELECT key, made_at, day, medium, capability, capability_title, connection_id, bytes, width, height, file_name,
      stars, tags, collections, id, task FROM items`)
  select.setReturnArrays(true)
  for (const columns of select.iterate() as Iterable<unknown>) {
    const [
      key,
      madeAt,
      day,
      medium,
      capability,
      capabilityTitle,
      connectionId,
      bytes,
      width,
      height,
      fileName,
      stars,
      tags,
      collections,
      id,
      task
    ] = columns as RowColumns
    rows.put({
      key,
      madeAt,
      day,
      medium,
      capability,
      capabilityTitle,
      connectionId,
      bytes,
      ratio: ratioOf({ width, height }),
      fileName,
      stars,
      tags: tags === '[]' ? none : (JSON.parse(tags) as string[]),
      collections: collections === '[]' ? none : (JSON.parse(collections) as number[]),
      task: task ?? id,
      output: task === null ? 0 : outputIndexOf(id)
    })
  }
}

/** Returns the row that represents an item in memory. */
export function indexRowFromItem(item: StoredItemWithoutRecipe): IndexRow {
  return {
    key: item.key,
    madeAt: item.madeAt,
    day: localDayNumber(item.madeAt),
    medium: item.medium,
    capability: item.capability,
    capabilityTitle: item.capabilityTitle,
    connectionId: item.connectionId,
    bytes: item.bytes,
    ratio: ratioOf(item),
    fileName: basename(item.path),
    stars: item.stars,
    tags: item.tags,
    collections: item.collections,
    task: item.task ?? item.id,
    output: item.task === null ? 0 : outputIndexOf(item.id)
  }
}

/** Returns the day in the local calendar, as a number such as 20261120. */
export function localDayNumber(at: number): number {
  const day = new Date(at)
  return day.getFullYear() * 10_000 + (day.getMonth() + 1) * 100 + day.getDate()
}

function ratioOf({ width, height }: Pick<IndexedItem, 'width' | 'height'>): number {
  if (width === null || height === null || width <= 0 || height <= 0) return 1_000
  return Math.min(65_535, Math.max(1, Math.round((width / height) * 1_000)))
}
