import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { LabelledField } from '../../../renderer/ui/field.tsx'

it('an error is scrolled into view if it appears while the user is in its field', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  const fields = (error: string | null) => (
    <>
      <LabelledField label="Seed" error={error}>
        {(control) => <input {...control} />}
      </LabelledField>
      <LabelledField label="Size" error={error}>
        {(control) => <input {...control} />}
      </LabelledField>
    </>
  )
  const { rerender } = render(fields(null))
  screen.getByRole('textbox', { name: 'Seed' }).focus()
  rerender(fields('Enter a whole number.'))
  const [first] = screen.getAllByText('Enter a whole number.').map((text) => text.closest('p'))
  expect(scroll.mock.contexts).toEqual([first])
})
