import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createUnsealer } from '../../electron/account/unsealer.ts'
import { UserFacingError } from '../../shared/problem.ts'
import { seal } from './seal.ts'

describe('the unsealer', () => {
  it.each([
    ['a short key', 'sk-1'],
    ['a key of exactly one block', 'x'.repeat(190)],
    ['a long key', 'y'.repeat(4000)],
    ['a text in other letters', 'ключ-🔑'.repeat(40)]
  ])('opens %s as it was sealed', async (_what, text) => {
    const unsealer = createUnsealer()
    const sealed = await seal(text, await unsealer.publicKey())
    expect(sealed.length).toBeLessThanOrEqual(8192)
    expect((await unsealer.unseal(sealed, 'apiKey')).reveal()).toBe(text)
  })

  it('hands out a public key and nothing private', async () => {
    const key = await createUnsealer().publicKey()
    expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'ext', 'kty', 'n'])
    expect(key).toMatchObject({ kty: 'RSA', alg: 'RSA-OAEP-256', ext: true })
  })

  it('gives the same key until it was used, and another one after that', async () => {
    const unsealer = createUnsealer()
    const first = await unsealer.publicKey()
    expect(await unsealer.publicKey()).toEqual(first)
    await unsealer.unseal(await seal('key', first), 'apiKey')
    expect((await unsealer.publicKey()).n).not.toBe(first.n)
  })

  it('opens a sealed text once: whoever recorded it can’t use it again', async () => {
    const unsealer = createUnsealer()
    const sealed = await seal('key', await unsealer.publicKey())
    await unsealer.unseal(sealed, 'apiKey')
    await expect(unsealer.unseal(sealed, 'apiKey')).rejects.toBeInstanceOf(UserFacingError)
    await unsealer.publicKey()
    await expect(unsealer.unseal(sealed, 'password')).rejects.toMatchObject({ field: 'password', advice: 'Enter it again.' })
  })

  it.each([
    ['nothing', ''],
    ['a torn block', randomBytes(100).toString('base64')],
    ['a block of noise', randomBytes(256).toString('base64')]
  ])('refuses %s with a plain word', async (_what, sealed) => {
    const unsealer = createUnsealer()
    await unsealer.publicKey()
    await expect(unsealer.unseal(sealed, 'apiKey')).rejects.toBeInstanceOf(UserFacingError)
  })
})
