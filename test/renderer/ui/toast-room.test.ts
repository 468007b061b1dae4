import { describe, expect, it } from 'vitest'
import { withRoom } from '../../../renderer/ui/toast-room.ts'

const news = (name: string) => ({ name, action: { label: 'Open', onSelect: () => undefined } })
const undo = (name: string) => ({ name, action: { label: 'Undo', onSelect: () => undefined, undoes: true as const } })
const names = (toasts: readonly { readonly name: string }[]) => toasts.map(({ name }) => name)

describe('room for one more toast', () => {
  it('is there while fewer than three are shown', () => {
    expect(names(withRoom([news('a'), undo('b')]))).toEqual(['a', 'b'])
  })

  it('is made by the oldest', () => {
    expect(names(withRoom([news('a'), news('b'), news('c')]))).toEqual(['b', 'c'])
  })

  it('is made by what only tells something, before what can undo something', () => {
    expect(names(withRoom([undo('a'), news('b'), news('c')]))).toEqual(['a', 'c'])
    expect(names(withRoom([undo('a'), undo('b'), news('c')]))).toEqual(['a', 'b'])
  })

  it('is made by the oldest where all can undo something', () => {
    expect(names(withRoom([undo('a'), undo('b'), undo('c')]))).toEqual(['b', 'c'])
  })
})
