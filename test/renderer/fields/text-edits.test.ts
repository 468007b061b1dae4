import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TextEditing } from '../../../renderer/fields/text-edits.ts'
import { redo, replaceRange, select, startEditing, takeOver, undo } from '../../../renderer/fields/text-edits.ts'

function type(editing: TextEditing, words: string): TextEditing {
  return [...words].reduce((now, letter) => replaceRange(now, now.focus, now.focus, letter), editing)
}

describe('editing a text', () => {
  it('takes back a word at a time', () => {
    const typed = type(startEditing(''), 'a red vase')
    expect(undo(typed).text).toBe('a red ')
    expect(undo(undo(typed)).text).toBe('a ')
    expect(undo(undo(undo(typed))).text).toBe('')
  })

  it('brings back what was taken back, and puts the caret where it was', () => {
    const typed = type(startEditing(''), 'a red vase')
    const again = redo(undo(typed))
    expect(again.text).toBe('a red vase')
    expect(again.focus).toBe(10)
  })

  it('forgets the future once something else is written', () => {
    const typed = type(undo(type(startEditing(''), 'a red')), 'blue')
    expect(redo(typed).text).toBe('a blue')
  })

  it('replaces a selection as one step', () => {
    const pasted = replaceRange(startEditing('a red vase'), 2, 5, 'celadon')
    expect(pasted.text).toBe('a celadon vase')
    expect(pasted.focus).toBe(9)
    expect(undo(pasted).text).toBe('a red vase')
  })

  it('begins a new step where the caret was moved', () => {
    const typed = type(select(type(startEditing(''), 'ab'), 0, 0), 'c')
    expect(typed.text).toBe('cab')
    expect(undo(typed).text).toBe('ab')
  })

  it('can take back a change that came from outside', () => {
    const changed = takeOver(startEditing('image 1'), 'image 2')
    expect(undo(changed).text).toBe('image 1')
  })

  it('comes back to the beginning, whatever was done', () => {
    const edit = fc.tuple(fc.nat(30), fc.nat(30), fc.string({ maxLength: 3 }))
    fc.assert(
      fc.property(fc.string(), fc.array(edit, { maxLength: 40 }), (text, edits) => {
        let editing = startEditing(text)
        for (const [from, length, inserted] of edits) {
          const start = Math.min(from, editing.text.length)
          editing = replaceRange(editing, start, Math.min(start + length, editing.text.length), inserted)
        }
        const last = editing.text
        const steps = editing.past.length
        for (let step = 0; step < steps; step++) editing = undo(editing)
        expect(editing.text).toBe(text)
        for (let step = 0; step < steps; step++) editing = redo(editing)
        expect(editing.text).toBe(last)
      })
    )
  })
})
