import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createUnsealer } from '../../../electron/accounts/unsealer.ts'
import { UserFacingError } from '../../../shared/form/submission-problem.ts'
import { sealText } from './seal-text.ts'

describe('the unsealer', () => {
  it.each([
    ['a short key', 'sk-1'],
    ['a key of exactly one block', 'x'.repeat(190)],
    ['a long key', 'y'.repeat(4000)],
    ['non-Latin text', 'ключ-🔑'.repeat(40)]
  ])('decrypts %s to the original text', async (_what, text) => {
    const unsealer = createUnsealer()
    const sealed = await sealText(text, await unsealer.publicKey())
    expect(sealed.length).toBeLessThanOrEqual(8192)
    expect((await unsealer.unseal(sealed, 'apiKey')).reveal()).toBe(text)
  })

  it('returns a public key without private parts', async () => {
    const key = await createUnsealer().publicKey()
    expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'ext', 'kty', 'n'])
    expect(key).toMatchObject({ kty: 'RSA', alg: 'RSA-OAEP-256', ext: true })
  })

  it('returns the same key until it is used, then another one', async () => {
    const unsealer = createUnsealer()
    const first = await unsealer.publicKey()
    expect(await unsealer.publicKey()).toEqual(first)
    await unsealer.unseal(await sealText('key', first), 'apiKey')
    expect((await unsealer.publicKey()).n).not.toBe(first.n)
  })

  it('decrypts a sealed text only once, so that a recorded one can’t be replayed', async () => {
    const unsealer = createUnsealer()
    const sealed = await sealText('key', await unsealer.publicKey())
    await unsealer.unseal(sealed, 'apiKey')
    await expect(unsealer.unseal(sealed, 'apiKey')).rejects.toBeInstanceOf(UserFacingError)
    await unsealer.publicKey()
    await expect(unsealer.unseal(sealed, 'password')).rejects.toMatchObject({ field: 'password', advice: 'Enter it again.' })
  })

  it.each([
    ['an empty string', ''],
    ['a truncated block', randomBytes(100).toString('base64')],
    ['a block of random bytes', randomBytes(256).toString('base64')]
  ])('rejects %s with a readable error', async (_what, sealed) => {
    const unsealer = createUnsealer()
    await unsealer.publicKey()
    await expect(unsealer.unseal(sealed, 'apiKey')).rejects.toBeInstanceOf(UserFacingError)
  })
})
