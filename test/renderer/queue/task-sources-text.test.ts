import { describe, expect, it } from 'vitest'
import { taskSourcesText } from '../../../renderer/queue/task-sources-text.ts'
import { sourceUses } from '../../../shared/form/task-source.ts'

const titles: Readonly<Record<string, string>> = { a: 'A clay bowl', b: 'A vase' }
const titleOf = (taskId: string): string | null => titles[taskId] ?? null

describe('the results that a task comes from', () => {
  it('have a title and each use', () => {
    const from = [
      { item: 'a.1', how: 'input' },
      { item: 'b.2', how: 'frame' },
      { item: 'a.1', how: 'action' }
    ] as const
    expect(taskSourcesText(from, titleOf)).toBe('“A clay bowl” (input and action) and “A vase” (frame)')
  })

  it('aren’t named if their task isn’t in the queue', () => {
    expect(taskSourcesText([{ item: 'gone.1', how: 'again' }], titleOf)).toBe('unknown result (run again)')
  })

  it.each(sourceUses)('have words for the use %s', (how) => {
    expect(taskSourcesText([{ item: 'a.1', how }], titleOf)).toMatch(/^“A clay bowl” \([a-z ]+\)$/)
  })
})
