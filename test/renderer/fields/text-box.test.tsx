import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { TextBox } from '../../../renderer/fields/text-box.tsx'

it('a text box keeps the user’s selection if the window is updated before the browser reports the selection', () => {
  const onChange = vi.fn<(text: string) => void>()
  const box = (isInvalid: boolean) => (
    <TextBox id="prompt" label="Prompt" value="A brass bell" maxLength={null} isInvalid={isInvalid} onChange={onChange} />
  )
  const { rerender } = render(box(false))
  const element = screen.getByRole('textbox', { name: 'Prompt' })
  element.focus()
  document.getSelection()?.selectAllChildren(element)
  rerender(box(true))
  element.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertText', data: 'A kettle', cancelable: true, bubbles: true }))
  expect(onChange).toHaveBeenLastCalledWith('A kettle')
})
