import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { ToastProvider, useToast } from '../../../renderer/ui/toasts.tsx'

function DeleteButton() {
  const toast = useToast()
  return (
    <button type="button" onClick={() => toast({ title: 'Moved to trash', action: { label: 'Undo', onSelect: () => undefined } })}>
      Delete
    </button>
  )
}

async function deleteSomething() {
  const user = userEvent.setup()
  render(
    <ToastProvider>
      <DeleteButton />
    </ToastProvider>
  )
  await user.click(screen.getByText('Delete'))
  return user
}

describe('a toast', () => {
  it('keeps its Undo when Escape is pressed elsewhere, for example to clear a selection', async () => {
    const user = await deleteSomething()
    await user.keyboard('{Escape}{Escape}')
    expect(screen.getByText('Undo')).toBeDefined()
  })

  it('closes when Escape is pressed inside', async () => {
    const user = await deleteSomething()
    screen.getByRole('button', { name: 'Undo' }).focus()
    await user.keyboard('{Escape}')
    expect(screen.queryByText('Undo')).toBeNull()
  })

  it('closes after its action', async () => {
    const user = await deleteSomething()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(screen.queryByText('Undo')).toBeNull()
  })
})
