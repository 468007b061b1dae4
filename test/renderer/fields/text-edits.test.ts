import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TextEditorState } from '../../../renderer/fields/text-edits.ts'
import {
  redoEdit,
  replaceTextRange,
  selectTextRange,
  createTextEditorState,
  applyExternalText,
  undoEdit
} from '../../../renderer/fields/text-edits.ts'

function type(editing: TextEditorState, words: string): TextEditorState {
  return [...words].reduce((now, letter) => replaceTextRange(now, now.focus, now.focus, letter), editing)
}

describe('editing a text', () => {
  it('undoes a word at a time', () => {
    const typed = type(createTextEditorState(''), 'a red vase')
    expect(undoEdit(typed).text).toBe('a red ')
    expect(undoEdit(undoEdit(typed)).text).toBe('a ')
    expect(undoEdit(undoEdit(undoEdit(typed))).text).toBe('')
  })

  it('redoes an undone edit and restores the caret', () => {
    const typed = type(createTextEditorState(''), 'a red vase')
    const again = redoEdit(undoEdit(typed))
    expect(again.text).toBe('a red vase')
    expect(again.focus).toBe(10)
  })

  it('clears the redo history after a new edit', () => {
    const typed = type(undoEdit(type(createTextEditorState(''), 'a red')), 'blue')
    expect(redoEdit(typed).text).toBe('a blue')
  })

  it('replaces a selection as one step', () => {
    const pasted = replaceTextRange(createTextEditorState('a red vase'), 2, 5, 'celadon')
    expect(pasted.text).toBe('a celadon vase')
    expect(pasted.focus).toBe(9)
    expect(undoEdit(pasted).text).toBe('a red vase')
  })

  it('starts a new undo step after the caret moved', () => {
    const typed = type(selectTextRange(type(createTextEditorState(''), 'ab'), 0, 0), 'c')
    expect(typed.text).toBe('cab')
    expect(undoEdit(typed).text).toBe('ab')
  })

  it('can undo an external change', () => {
    const changed = applyExternalText(createTextEditorState('image 1'), 'image 2')
    expect(undoEdit(changed).text).toBe('image 1')
  })

  it('can undo and redo all edits', () => {
    const edit = fc.tuple(fc.nat(30), fc.nat(30), fc.string({ maxLength: 3 }))
    fc.assert(
      fc.property(fc.string(), fc.array(edit, { maxLength: 40 }), (text, edits) => {
        let editing = createTextEditorState(text)
        for (const [from, length, inserted] of edits) {
          const start = Math.min(from, editing.text.length)
          editing = replaceTextRange(editing, start, Math.min(start + length, editing.text.length), inserted)
        }
        const last = editing.text
        const steps = editing.past.length
        for (let step = 0; step < steps; step++) editing = undoEdit(editing)
        expect(editing.text).toBe(text)
        for (let step = 0; step < steps; step++) editing = redoEdit(editing)
        expect(editing.text).toBe(last)
      })
    )
  })
})
