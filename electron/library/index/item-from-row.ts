import type { SQLOutputValue } from 'node:sqlite'
import type { Medium } from '../../../shared/form/json-schema.ts'
import type { ResultFileState, Stars } from '../../../shared/library/library.ts'
import type { IndexedFile, StoredItemWithoutRecipe } from './indexed-item.ts'

/** A row that SQLite returns. */
export type IndexRecord = Record<string, SQLOutputValue>

/** Converts a row of `items`. */
export function itemFromRow(row: IndexRecord): StoredItemWithoutRecipe {
  return {
    key: Number(row['key']),
    id: String(row['id']),
    task: textOrNull(row['task']),
    capability: String(row['capability']),
    capabilityTitle: String(row['capability_title']),
    medium: row['medium'] as Medium,
    contentType: String(row['content_type']),
    path: String(row['path']),
    bytes: Number(row['bytes']),
    modifiedAt: numberOrNull(row['modified_at']),
    sha256: String(row['sha256']),
    width: numberOrNull(row['width']),
    height: numberOrNull(row['height']),
    durationInSeconds: numberOrNull(row['seconds']),
    madeAt: Number(row['made_at']),
    title: String(row['title']),
    prompt: textOrNull(row['prompt']),
    connectionId: textOrNull(row['connection_id']),
    state: row['state'] as ResultFileState,
    stars: Number(row['stars']) as Stars,
    tags: JSON.parse(String(row['tags'])) as string[],
    collections: JSON.parse(String(row['collections'])) as number[]
  }
}

/** Converts a row with only the columns of `IndexedFile`. */
export function fileFromRow(row: IndexRecord): IndexedFile {
  return {
    key: Number(row['key']),
    id: String(row['id']),
    path: String(row['path']),
    bytes: Number(row['bytes']),
    modifiedAt: numberOrNull(row['modified_at']),
    sha256: String(row['sha256']),
    state: row['state'] as ResultFileState,
    madeAt: Number(row['made_at'])
  }
}

function textOrNull(value: SQLOutputValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}

function numberOrNull(value: SQLOutputValue | undefined): number | null {
  return value === null || value === undefined ? null : Number(value)
}
