import type { Medium } from '../../shared/json-schema.ts'
import type { Result, Task } from '../../shared/task.ts'

/** A result that can be used as input. */
export type MadeItem = {
  readonly id: string
  readonly title: string
  readonly medium: Medium
  readonly result: Result
}

/** Everything that was made and is of a medium, newest first; null: of any. */
export function madeItems(newestFirst: readonly Task[], medium: Medium | null): readonly MadeItem[] {
  return newestFirst.flatMap((task) =>
    task.results.flatMap((result) =>
      medium === null || result.medium === medium ? [{ id: result.id, title: task.title, medium: result.medium, result }] : []
    )
  )
}

/** Those in whose title, or in whose file's name, every word of the text stands, whatever its case and accents. */
export function itemsFoundBy(items: readonly MadeItem[], text: string): readonly MadeItem[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return items
  return items.filter(({ title, result }) => {
    const said = plain(`${title} ${result.path.split(/[/\\]/).at(-1) ?? ''}`)
    return words.every((word) => said.includes(word))
  })
}

/** Where an arrow key leads in a grid; the same place where there is nothing further. */
export function placeBeside(key: string, place: number, count: number, columns: number): number | null {
  const moves: { readonly [key: string]: number } = {
    ArrowLeft: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place - columns,
    ArrowDown: place + columns,
    PageUp: place - 4 * columns,
    PageDown: place + 4 * columns,
    Home: 0,
    End: count - 1
  }
  const next = Object.hasOwn(moves, key) ? moves[key] : undefined
  if (next === undefined) return null
  const isPage = key.startsWith('Page')
  if (!isPage && (next < 0 || next >= count)) return place
  return Math.min(Math.max(0, next), count - 1)
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
