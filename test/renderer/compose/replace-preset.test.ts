import { beforeEach, describe, expect, it } from 'vitest'
import type { ComposeForm } from '../../../renderer/compose/compose-form.ts'
import { emptyForm } from '../../../renderer/compose/compose-form.ts'
import { replacePreset } from '../../../renderer/compose/replace-preset.ts'
import type { PresetAccess } from '../../../renderer/compose/replace-preset.ts'
import type { Toast } from '../../../renderer/ui/toasts.tsx'

const formOf = (prompt: string): ComposeForm => ({ ...emptyForm, values: { prompt } })
let held: { readonly name: string; readonly form: ComposeForm }
let told: Toast[]
const preset: PresetAccess = {
  read: async () => held,
  save: async (name, form) => {
    held = { name, form }
    return true
  }
}
const toast = (one: Toast): void => void told.push(one)
async function undo(): Promise<void> {
  const count = told.length
  told.at(-1)?.action?.onSelect()
  await expect.poll(() => told.length).toBe(count + 1)
}

beforeEach(() => {
  held = { name: 'Wide pair', form: formOf('a vase') }
  told = []
})

describe('replacing the values of a preset', () => {
  it('can be undone, and so can the undo', async () => {
    await replacePreset(preset, { name: 'wide PAIR', form: formOf('a bowl') }, 'Replaced', toast)
    expect(held).toEqual({ name: 'wide PAIR', form: formOf('a bowl') })
    await undo()
    expect(held).toEqual({ name: 'Wide pair', form: formOf('a vase') })
    expect(told.at(-1)).toMatchObject({ title: 'Previous values of “Wide pair” restored', action: { undoes: true } })
    await undo()
    expect(held).toEqual({ name: 'wide PAIR', form: formOf('a bowl') })
  })

  it('never loses later values, however late it is undone', async () => {
    await replacePreset(preset, { name: 'Wide pair', form: formOf('a bowl') }, 'Replaced', toast)
    held = { name: 'Wide pair', form: formOf('a plate') }
    await undo()
    expect(held.form).toEqual(formOf('a vase'))
    await undo()
    expect(held.form).toEqual(formOf('a plate'))
  })

  it('offers no undo if nothing was saved', async () => {
    expect(await replacePreset({ ...preset, save: async () => false }, held, 'Replaced', toast)).toBe(false)
    expect(told).toEqual([])
  })
})
