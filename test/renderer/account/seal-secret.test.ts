import { describe, expect, it } from 'vitest'
import { createUnsealer } from '../../../electron/accounts/unsealer.ts'
import { sealSecret } from '../../../renderer/account/seal-secret.ts'

describe('sealing a key in the page', () => {
  it.each([
    ['a typical key', 'sk-live-2b1c9f0a'],
    ['a key of several blocks', 'k'.repeat(900)],
    ['a key that exactly fills a block', 'k'.repeat(190)],
    ['multi-byte characters', 'schlüssel-ключ-鍵'.repeat(20)],
    ['an empty text', '']
  ])('lets main unseal %s unchanged', async (_, text) => {
    const sealing = createUnsealer()
    const sealed = await sealSecret(text, await sealing.publicKey())
    expect((await sealing.unseal(sealed, 'apiKey')).reveal()).toBe(text)
  })

  it('results in a payload that differs each time and does not contain the text', async () => {
    const sealing = createUnsealer()
    const publicKey = await sealing.publicKey()
    const [one, other] = [await sealSecret('sk-live-2b1c9f0a', publicKey), await sealSecret('sk-live-2b1c9f0a', publicKey)]
    expect(one).not.toBe(other)
    expect(atob(one)).not.toContain('sk-live')
  })
})
