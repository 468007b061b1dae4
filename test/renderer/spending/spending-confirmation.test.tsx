import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { SpendingConfirmation } from '../../../renderer/spending/spending-confirmation.tsx'
import { routeStore } from '../../../renderer/navigation/route.ts'
import type { SpendingConsent, SpendingGuard } from '../../../shared/task/spending.ts'

function ask(guards: readonly SpendingGuard[]) {
  const agreed: (readonly SpendingConsent[])[] = []
  const cancelled: true[] = []
  render(
    <SpendingConfirmation
      guards={guards}
      label="Generate image"
      price="120 credits"
      onAgree={(consent) => agreed.push(consent)}
      onCancel={() => cancelled.push(true)}
    />
  )
  return { agreed, cancelled, user: userEvent.setup() }
}

const above: SpendingGuard = { kind: 'confirm-above', credits: 120, above: 100 }
const limit: SpendingGuard = { kind: 'limit', committed: 196, limit: 200, credits: 10 }

describe('the confirmation before credits are spent', () => {
  it('focuses Cancel, so that Enter and a second click cost nothing', async () => {
    const { agreed, cancelled, user } = ask([above])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
    await user.keyboard('{Enter}')
    expect(cancelled).toHaveLength(1)
    expect(agreed).toEqual([])
  })

  it('ignores the later presses of a double click', () => {
    const { agreed } = ask([above])
    const button = screen.getByRole('button', { name: /^Generate image/ })
    fireEvent.click(button, { detail: 2 })
    expect(agreed).toEqual([])
    fireEvent.click(button, { detail: 1 })
    expect(agreed).toEqual([['confirm-above']])
  })

  it('offers the daily limit instead of sending if the limit is reached', async () => {
    const { agreed, user } = ask([limit])
    expect(screen.queryByRole('button', { name: /^Generate image/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Change daily limit' }))
    expect(routeStore.getState().route.view).toBe('account')
    expect(agreed).toEqual([])
  })

  it('never offers to send if one of several guards forbids it', () => {
    ask([above, limit])
    expect(screen.queryByRole('button', { name: /^Generate image/ })).toBeNull()
  })
})
