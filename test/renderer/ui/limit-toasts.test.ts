import { describe, expect, it } from 'vitest'
import { limitToasts } from '../../../renderer/ui/limit-toasts.ts'

const message = (name: string) => ({ name, action: { label: 'Open', onSelect: () => undefined } })
const undo = (name: string) => ({ name, action: { label: 'Undo', onSelect: () => undefined, undoes: true as const } })
const names = (toasts: readonly { readonly name: string }[]) => toasts.map(({ name }) => name)

describe('room for one more toast', () => {
  it('is there while fewer than three are shown', () => {
    expect(names(limitToasts([message('a'), undo('b')]))).toEqual(['a', 'b'])
  })

  it('is made by the oldest', () => {
    expect(names(limitToasts([message('a'), message('b'), message('c')]))).toEqual(['b', 'c'])
  })

  it('is made by what only tells something, before what can undo something', () => {
    expect(names(limitToasts([undo('a'), message('b'), message('c')]))).toEqual(['a', 'c'])
    expect(names(limitToasts([undo('a'), undo('b'), message('c')]))).toEqual(['a', 'b'])
  })

  it('is made by the oldest where all can undo something', () => {
    expect(names(limitToasts([undo('a'), undo('b'), undo('c')]))).toEqual(['b', 'c'])
  })
})
