import { describe, expect, it } from 'vitest'
import { focusReturnId } from '../../../renderer/app/return-focus.ts'

const element = (id: string, named?: string) => ({
  id,
  closest: () => (named === undefined ? null : { dataset: { returnFocus: named } })
})
const returnIdOf = (one: ReturnType<typeof element> | null) => focusReturnId(one as unknown as HTMLElement | null)

describe('what the focus returns to when a view is opened again', () => {
  it('is the element that had it', () => {
    expect(returnIdOf(element('made-1'))).toBe('made-1')
  })

  it('is the row around it, where a row names one', () => {
    expect(returnIdOf(element('thumb', 'task-1'))).toBe('task-1')
    expect(returnIdOf(element('', 'task-1'))).toBe('task-1')
  })

  it('is nothing where nothing has a name', () => {
    expect(returnIdOf(element(''))).toBeNull()
    expect(returnIdOf(null)).toBeNull()
  })
})
