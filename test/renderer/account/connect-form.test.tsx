import { generateKeyPairSync } from 'node:crypto'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { ConnectForm } from '../../../renderer/account/connect-form.tsx'
import type { ConnectResult } from '../../../renderer/account/use-connect.ts'
import { fakeBridge, rejectedOutcome, type FakeAnswers } from '../fake-bridge.ts'

const { n, e } = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })
const sealingKey: FakeAnswers = {
  'account.sealingKey': () => ({ ok: true, value: { kty: 'RSA', n: String(n), e: String(e), alg: 'RSA-OAEP-256', ext: true } })
}
const address = () => screen.getByLabelText('Base URL')
const key = (): HTMLInputElement => screen.getByLabelText('API key')

function open(answers: FakeAnswers = {}) {
  const sent = fakeBridge({ ...sealingKey, ...answers })
  const connected: ConnectResult[] = []
  const { unmount } = render(
    <ConnectForm initialBaseUrl="" onConnected={(result) => connected.push(result)} onCheckConnection={() => undefined} />
  )
  return { user: userEvent.setup(), sent, connected, unmount }
}

async function fillIn(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.type(address(), 'https://api.example.com')
  await user.type(key(), 'sk-1')
}

describe('the connect form', () => {
  it('names both empty fields, focuses the first, and sends nothing', async () => {
    const { user, sent } = open()
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    expect(screen.getByText('Enter the service’s address, such as https://api.example.com.')).toBeDefined()
    expect(screen.getByText('Paste the key from the developer console.')).toBeDefined()
    expect(document.activeElement).toBe(address())
    expect(sent).toEqual([])
  })

  it('sends the key only encrypted, and clears it after connecting', async () => {
    let received = ''
    const { user, connected } = open({
      'account.connect': ({ sealedKey }) => {
        received = sealedKey
        return { ok: true, value: { asks: null, isKeyStored: true, isClipboardCleared: false } as never }
      }
    })
    await fillIn(user)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(connected).toEqual([{ isKeyStored: true, isClipboardCleared: false }]))
    expect(received).not.toBe('')
    expect(received).not.toContain('sk-1')
    expect(key().value).toBe('')
  })

  it('shows a rejected key beside the key, focuses it and keeps what was typed', async () => {
    const { user, connected } = open({ 'account.connect': () => rejectedOutcome('The service rejected the API key.', 'apiKey') })
    await fillIn(user)
    await user.keyboard('{Enter}')
    await screen.findByText('The service rejected the API key.')
    await waitFor(() => expect(document.activeElement).toBe(key()))
    expect(key().value).toBe('sk-1')
    expect(key().getAttribute('aria-invalid')).toBe('true')
    expect(connected).toEqual([])
    // A rejected key isn’t a network problem.
    expect(screen.queryByRole('button', { name: 'Check connection' })).toBeNull()
  })

  it('offers a connection check if the service can’t be reached', async () => {
    const { user } = open({ 'account.connect': () => rejectedOutcome('The service can’t be reached.', 'baseUrl') })
    await fillIn(user)
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    expect(await screen.findByRole('button', { name: 'Check connection' })).toBeDefined()
  })

  /** Fills in and sends the form. The connection test stays pending until `finish` is called. */
  async function startTest() {
    let finish = (_answer: ReturnType<typeof rejectedOutcome>): void => undefined
    const opened = open({
      'account.connect': () => new Promise((resolve) => (finish = resolve)),
      'account.cancelConnect': () => ({ ok: true, value: null as never })
    })
    await fillIn(opened.user)
    await opened.user.keyboard('{Enter}')
    await screen.findByText(/^Testing the address and key…/)
    await waitFor(() => expect(opened.sent).toContain('account.connect'))
    return { ...opened, finish: () => finish(rejectedOutcome('Connecting was cancelled.')) }
  }

  it.each([
    ['Cancel', (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['Escape', (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
    ['an edit', (user: ReturnType<typeof userEvent.setup>) => user.type(key(), '2')]
  ])('says that it’s testing, and %s ends the test without an error', async (_how, end) => {
    const { user, sent, finish, connected } = await startTest()
    expect(screen.getByRole('button', { name: /Testing…/ }).getAttribute('aria-busy')).toBe('true')
    await end(user)
    expect(sent).toContain('account.cancelConnect')
    finish()
    await screen.findByRole('button', { name: 'Connect' })
    expect(screen.queryByText(/cancelled/)).toBeNull()
    expect(key().value).toMatch(/^sk-1/)
    expect(connected).toEqual([])
  })

  it('ends the test if the form is closed', async () => {
    const { sent, unmount } = await startTest()
    unmount()
    expect(sent).toContain('account.cancelConnect')
  })

  it('asks which account a key belongs to, with the focus on the safe answer', async () => {
    const asked: unknown[] = []
    const { user, connected } = open({
      'account.connect': ({ account }) => {
        asked.push(account)
        return {
          ok: true,
          value: (account === undefined
            ? { asks: 'account', tasks: 3 }
            : { asks: null, isKeyStored: true, isClipboardCleared: false }) as never
        }
      }
    })
    await fillIn(user)
    await user.keyboard('{Enter}')
    const same = await screen.findByRole('button', { name: 'Use same account' })
    await waitFor(() => expect(document.activeElement).toBe(same))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(connected).toHaveLength(1))
    expect(asked).toEqual([undefined, 'same'])
  })
})
