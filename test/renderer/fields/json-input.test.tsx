import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { JsonInput } from '../../../renderer/fields/json-input.tsx'
import { checkValues, fieldsOf, type JsonField } from '../../../shared/form/fields.ts'
import type { Value } from '../../../shared/form/values.ts'
import { aCapability } from '../gallery/a-capability.ts'

const point = { type: 'array', minItems: 2, maxItems: 2, items: { type: 'number', maximum: 1 } }
const points = { type: 'array', title: 'Points', items: { type: 'array', minItems: 2, items: point } }
const capability = aCapability({ id: 'poses', inputSchema: { type: 'object', properties: { points } } })
const field = fieldsOf(capability).find((one): one is JsonField => one.kind === 'json') as JsonField

function Form({ onChange }: { readonly onChange: (value: Value | undefined) => void }) {
  const [value, setValue] = useState<Value | undefined>(undefined)
  const problems = checkValues(capability, value === undefined ? {} : { points: value }, () => null)
  function change(next: Value | undefined): void {
    setValue(next)
    onChange(next)
  }
  return <JsonInput field={field} value={value} onChange={change} problems={problems} />
}

function open() {
  const values: (Value | undefined)[] = []
  render(<Form onChange={(value) => values.push(value)} />)
  const editor: HTMLTextAreaElement = screen.getByRole('textbox', { name: 'Points' })
  const type = (text: string): void => void fireEvent.change(editor, { target: { value: text } })
  return { editor, type, values, user: userEvent.setup() }
}

const remarks = (): readonly string[] => screen.queryAllByRole('listitem').map(({ textContent }) => textContent ?? '')

describe('the JSON editor', () => {
  it('names the line and the character of a syntax error', () => {
    const { type, editor } = open()
    type('[\n  [[0.1, 0.2], [0.3, 0.4]]\n  [[0, 0]]\n]')
    expect(remarks()).toEqual(['Line 3, character 3: A comma is missing before this character.'])
    expect(editor.getAttribute('aria-invalid')).toBe('true')
  })

  it('names the line and the value that the service would reject', () => {
    const { type } = open()
    type('[\n  [[0.1, 0.2], [0.3, 1.4]],\n  [[0, 0]]\n]')
    expect(remarks()).toEqual(['Line 2: 1.4 is above the maximum of 1.', 'Line 3: The list needs at least 2 items.'])
  })

  it('selects the line of an error when its link is pressed', async () => {
    const { type, editor, user } = open()
    type('[\n  [[0.1, 0.2], [0.3, 0.4]],\n  [[0, 0]]\n]')
    await user.click(screen.getByRole('button', { name: 'Line 3' }))
    expect(document.activeElement).toBe(editor)
    expect(editor.value.slice(editor.selectionStart, editor.selectionEnd)).toBe('[[0, 0]]')
  })

  it('formats valid JSON without changing the value', async () => {
    const { type, editor, user, values } = open()
    type('[[[0.1,0.2],[0.3,0.4]]]')
    await user.click(screen.getByRole('button', { name: 'Format JSON' }))
    expect(editor.value).toMatch(/^\[\n {2}\[\n {4}\[/)
    expect(values.at(-1)).toEqual(values[0])
    expect(remarks()).toEqual([])
  })

  it('inserts a template that only has to be filled in', async () => {
    const { editor, user } = open()
    await user.click(screen.getByRole('button', { name: 'Insert template' }))
    expect(() => JSON.parse(editor.value) as unknown).not.toThrow()
    expect(screen.queryByRole('button', { name: 'Insert template' })).toBeNull()
  })
})
