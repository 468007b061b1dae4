import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { WelcomeView } from '../../../renderer/account/welcome-view.tsx'
import type { FakeAnswers } from '../fake-bridge.ts'
import { fakeBridge, rejectedOutcome } from '../fake-bridge.ts'

function open(answers: FakeAnswers = {}) {
  const connected: unknown[] = []
  const sent = fakeBridge(answers)
  render(<WelcomeView menu={null} onConnected={(result) => connected.push(result)} onCheckConnection={() => undefined} />)
  return { user: userEvent.setup(), connected, sent }
}

describe('the welcome view', () => {
  it('offers the practice service and an account as two sections, with an image of the product', () => {
    open()
    expect(screen.getByRole('region', { name: 'Try Kiln for free' })).toBeDefined()
    expect(screen.getByRole('region', { name: 'Connect your account' })).toBeDefined()
    expect(screen.getAllByRole('img', { name: 'Kiln with a form, its price and recent results' })).toHaveLength(2)
  })

  it('has one button to connect', () => {
    open()
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Try the practice service', 'Connect'])
    )
    expect(screen.queryByRole('button', { name: /test/i })).toBeNull()
  })

  it('opens the practice service with one press', async () => {
    const { user, connected } = open({
      'account.practice': () => ({ ok: true, value: { capabilities: 1, categories: 1, isKeyStored: true } })
    })
    await user.click(screen.getByRole('button', { name: 'Try the practice service' }))
    expect(connected).toEqual([{ isKeyStored: true, isClipboardCleared: false }])
  })

  it('shows why the practice service couldn’t start', async () => {
    const { user } = open({ 'account.practice': () => rejectedOutcome('The port is taken.') })
    await user.click(screen.getByRole('button', { name: 'Try the practice service' }))
    expect(await screen.findByText('The port is taken.')).toBeDefined()
  })
})
