import type { Page } from '@playwright/test'
import { itemsPerPage } from '../../shared/ipc/items-per-page.ts'
import type { LibraryItem } from '../../shared/library/library.ts'
import type { Task } from '../../shared/task/task.ts'
import { unfilteredQuery } from '../../shared/library/query-defaults.ts'

/** The fields of a library item that the robot compares. */
export type ItemSnapshot = Pick<LibraryItem, 'key' | 'id' | 'task' | 'fileName' | 'stars' | 'tags' | 'state' | 'collections'>

/** Tasks, library items and collection names, as the main process returns them. */
export type MainSnapshot = {
  readonly tasks: readonly Task[]
  /** Library items by ID. */
  readonly items: ReadonlyMap<string, ItemSnapshot>
  readonly collections: readonly string[]
}

/** Reads the tasks and the library from the main process. Null if a request failed. */
export async function takeMainSnapshot(page: Page): Promise<MainSnapshot | null> {
  const answer = await page.evaluate(
    async ([query, perPage]) => {
      const { request } = window.kiln
      const tasks: Task[] = []
      for (let olderThan: string | undefined; ;) {
        const slice = await request('task.list', olderThan === undefined ? undefined : { olderThan })
        if (!slice.ok) return null
        tasks.push(...slice.value)
        const last = slice.value.at(-1)
        if (slice.value.length < perPage || last === undefined) break
        olderThan = last.id
      }
      const shelf = await request('library.query', query)
      const collections = await request('library.collections', undefined)
      if (!shelf.ok || !collections.ok) return null
      const keys = [...shelf.value.keys]
      const items: ItemSnapshot[] = []
      for (let from = 0; from < keys.length; from += 500) {
        const tiles = await request('library.tiles', { keys: keys.slice(from, from + 500), search: '' })
        if (!tiles.ok) return null
        items.push(
          ...tiles.value.map(({ key, id, task, fileName, stars, tags, state, collections: inCollections }) => {
            return { key, id, task, fileName, stars, tags, state, collections: inCollections }
          })
        )
      }
      return { tasks, items, collections: collections.value.map(({ name }) => name) }
    },
    [unfilteredQuery, itemsPerPage] as const
  )
  return answer === null ? null : { ...answer, items: new Map(answer.items.map((item) => [item.id, item])) }
}
