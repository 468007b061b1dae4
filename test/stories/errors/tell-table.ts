import { describe, expect, it } from 'vitest'
import { type ErrorStory, tellErrorStory } from './error-story.ts'
import type { Section7Row } from './section-7.ts'

/** Rows of section 7 in its order, each with its stories; after them what the section does not name. */
export type ErrorTable = readonly (readonly [row: Section7Row | `${number} ${string}`, stories: readonly ErrorStory[]])[]

/** One of the many that a star stands for. */
const examples: { readonly [pattern: string]: string } = {
  '*_SERVICE_UNAVAILABLE': 'IMAGE_SERVICE_UNAVAILABLE',
  'UPSTREAM_*': 'UPSTREAM_TIMEOUT'
}

/** HTTP status and error type of a row. */
export function errorOf(row: string): { readonly httpStatus: number; readonly errorType: string } {
  const [httpStatus = '', errorType = ''] = row.split(' ')
  return { httpStatus: Number(httpStatus), errorType: examples[errorType] ?? errorType }
}

/** Each story of the table as a test. */
export function tellTable(table: ErrorTable): void {
  describe.each(table)('%s', (row, stories) => {
    const { httpStatus, errorType } = errorOf(row)
    it.each(stories.map((story) => [story.name, story] as const))('%s', async (_name, story) => {
      await expect(tellErrorStory(httpStatus, errorType, story)).resolves.toBeUndefined()
    })
  })
}
