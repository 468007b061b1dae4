import { writeFile } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { historyEventOf } from '../../electron/tasks/machine/history-event.ts'
import type { SavedResult, TaskRecord } from '../../electron/tasks/machine/task-record.ts'
import { createTaskRowStore } from '../../electron/tasks/journal/task-row-store.ts'
import type { IndexedItem } from '../../electron/library/index/indexed-item.ts'
import { openIndex } from '../../electron/library/index/open-index.ts'
import { buildRecipe } from '../../electron/library/recipes/build-recipe.ts'
import { itemFieldsFromRecipe, itemFromSidecar, sidecarFromItem, sidecarPath } from '../../electron/library/recipes/sidecar.ts'

const tasksPerTransaction = 5_000
const itemsPerWrite = 1_000

/** Adds tasks to a journal, oldest first. A completed task has five events, as after a task without faults. Any other task has two. */
export function insertTasks(database: DatabaseSync, records: readonly TaskRecord[]): void {
  const rows = createTaskRowStore(database)
  for (let from = 0; from < records.length; from += tasksPerTransaction) {
    rows.inTransaction(() => {
      for (const record of records.slice(from, from + tasksPerTransaction)) {
        const { phase } = record.state
        const event = historyEventOf(
          { kind: 'restarted' },
          { phase, key: record.idempotencyKey, credits: record.credits.state },
          record.createdAt
        )
        rows.insert({ record, event })
        for (let more = 1; more < (phase === 'done' ? 5 : 2); more += 1)
          rows.update({ record, event: { ...event, at: event.at + more, httpStatus: 200, requestId: `request-${record.id}-${more}` } })
      }
    })
  }
}

/** Writes the file of an image result, and its sidecar. Returns the result's item for the index. */
export async function writeResult(record: TaskRecord, result: SavedResult, bytes: Buffer): Promise<IndexedItem> {
  const recipe = buildRecipe({
    record,
    itemId: result.id,
    index: result.index,
    medium: 'image',
    contentType: 'image/jpeg',
    capability: null,
    requestIds: [`request-${record.id}-1`],
    appVersion: '0.1.0',
    digestOfInput: () => null,
    digestOfItem: () => null
  })
  const item = {
    ...result,
    ...itemFieldsFromRecipe(recipe, result.path),
    modifiedAt: null,
    durationInSeconds: null,
    madeAt: result.savedAt,
    stars: 0,
    tags: [],
    collections: [],
    state: 'here',
    recipe
  } as const
  const sidecar = sidecarFromItem(item, () => null)
  await writeFile(result.path, bytes)
  await writeFile(sidecarPath(result.path), `${JSON.stringify(sidecar, null, 2)}\n`)
  return itemFromSidecar(result.path, sidecar)
}

/** Adds items to the library index at `path`. Creates the index if it is missing. */
export function indexItems(path: string, items: readonly IndexedItem[]): void {
  const index = openIndex(path)
  for (let from = 0; from < items.length; from += itemsPerWrite) index.put(items.slice(from, from + itemsPerWrite), true)
  index.filled()
  index.close()
}
