import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ignoreCompositionKeys } from '../../../renderer/ui/ignore-composition-keys.ts'
import { useDraftValue } from '../../../renderer/ui/use-draft-value.ts'

ignoreCompositionKeys()

function Field({ onSave }: { readonly onSave: (value: string) => void }) {
  const { shown, edit, groupProps } = useDraftValue({
    saved: '',
    problemOf: () => null,
    save: (value) => {
      onSave(value)
      return Promise.resolve(true)
    }
  })
  return (
    <div {...groupProps}>
      <input aria-label="Pattern" value={shown} onChange={(event) => edit(event.target.value)} />
    </div>
  )
}

describe('a typed value', () => {
  it('is saved or reverted by the user’s own keys, not by those of an input method', async () => {
    const save = vi.fn<(value: string) => void>()
    render(<Field onSave={save} />)
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Pattern' })
    const user = userEvent.setup()
    await user.type(field, 'ni')
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    fireEvent.keyDown(field, { key: 'Escape', isComposing: true })
    expect(save).not.toHaveBeenCalled()
    expect(field.value).toBe('ni')
    await user.keyboard('{Escape}')
    expect(field.value).toBe('')
    await user.type(field, '你{Enter}')
    expect(save).toHaveBeenCalledExactlyOnceWith('你')
  })
})
