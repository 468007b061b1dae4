import { describe, expect, it } from 'vitest'
import { focusReturnId } from '../../../renderer/navigation/return-focus.ts'

const element = (id: string, named?: string) => ({
  id,
  closest: () => (named === undefined ? null : { dataset: { returnFocus: named } })
})
const returnIdOf = (one: ReturnType<typeof element> | null) => focusReturnId(one as unknown as HTMLElement | null)

describe('the focus target of a reopened view', () => {
  it('is the element that had the focus', () => {
    expect(returnIdOf(element('made-1'))).toBe('made-1')
  })

  it('is the surrounding row if the row defines a target', () => {
    expect(returnIdOf(element('thumb', 'task-1'))).toBe('task-1')
    expect(returnIdOf(element('', 'task-1'))).toBe('task-1')
  })

  it('is empty if nothing has an ID', () => {
    expect(returnIdOf(element(''))).toBeNull()
    expect(returnIdOf(null)).toBeNull()
  })
})
