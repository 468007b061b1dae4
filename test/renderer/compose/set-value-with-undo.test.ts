import { beforeEach, describe, expect, it } from 'vitest'
import { emptyForm } from '../../../renderer/compose/compose-form.ts'
import { fillFormWithUndo } from '../../../renderer/compose/set-value-with-undo.ts'
import { changeForm, currentForm, fillForm } from '../../../renderer/compose/forms-store.ts'
import type { Toast } from '../../../renderer/ui/toasts.tsx'

const id = 'imgmodel'
const older = { ...emptyForm, values: { prompt: 'a vase', size: '1024*1024' } }
const newer = { prompt: 'a bowl', imageUrls: ['https://a.example/1.png'] }
let told: Toast[]
const toast = (one: Toast): void => void told.push(one)

beforeEach(() => {
  told = []
  fillForm(id, older)
})

describe('undo after filling a form', () => {
  it('restores the previous form', () => {
    fillFormWithUndo(id, emptyForm, toast).onSelect()
    expect(currentForm(id)).toEqual(older)
    expect(told).toEqual([])
  })

  it('can be undone itself, so that later values are kept', () => {
    const action = fillFormWithUndo(id, emptyForm, toast)
    changeForm(id, (form) => ({ ...form, values: newer }))
    action.onSelect()
    expect(currentForm(id)).toEqual(older)
    expect(told).toMatchObject([{ title: 'Previous form restored', action: { label: 'Undo', undoes: true } }])
    told[0]?.action?.onSelect()
    expect(currentForm(id).values).toEqual(newer)
  })
})
