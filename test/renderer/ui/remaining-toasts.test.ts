import { describe, expect, it } from 'vitest'
import { remainingToasts } from '../../../renderer/ui/remaining-toasts.ts'

const message = (name: string) => ({ name, action: { label: 'Open', onSelect: () => undefined } })
const undo = (name: string) => ({ name, action: { label: 'Undo', onSelect: () => undefined, undoes: true as const } })
const names = (toasts: readonly { readonly name: string }[]) => toasts.map(({ name }) => name)

describe('making room for a toast', () => {
  it('keeps all toasts if fewer than three are shown', () => {
    expect(names(remainingToasts([message('a'), undo('b')]))).toEqual(['a', 'b'])
  })

  it('removes the oldest toast', () => {
    expect(names(remainingToasts([message('a'), message('b'), message('c')]))).toEqual(['b', 'c'])
  })

  it('removes toasts without Undo first', () => {
    expect(names(remainingToasts([undo('a'), message('b'), message('c')]))).toEqual(['a', 'c'])
    expect(names(remainingToasts([undo('a'), undo('b'), message('c')]))).toEqual(['a', 'b'])
  })

  it('removes the oldest toast if all have Undo', () => {
    expect(names(remainingToasts([undo('a'), undo('b'), undo('c')]))).toEqual(['b', 'c'])
  })
})
