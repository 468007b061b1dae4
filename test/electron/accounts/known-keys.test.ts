import { describe, expect, it } from 'vitest'
import { createKnownKeys } from '../../../electron/accounts/known-keys.ts'
import { Secret } from '../../../electron/accounts/secret.ts'

describe('known keys', () => {
  const stored = new Map<string, string>()
  const known = createKnownKeys({ read: (name) => stored.get(name) ?? null, write: (name, value) => void stored.set(name, value) })

  it('are compared per connection and never written as text', async () => {
    expect(await known.compare('a', new Secret('sk-first'))).toBe('unknown')
    await known.remember('a', new Secret('sk-first'))
    expect(await known.compare('a', new Secret('sk-first'))).toBe('same')
    expect(await known.compare('a', new Secret('sk-second'))).toBe('other')
    expect(await known.compare('b', new Secret('sk-first'))).toBe('unknown')
    await known.remember('a', new Secret('sk-second'))
    expect(await known.compare('a', new Secret('sk-first'))).toBe('other')
    expect(JSON.stringify([...stored])).not.toContain('sk-')
  })

  it.each(['', '{}', 'torn {', '{"salt":"zz","hash":""}'])('are unknown or different if the stored data is damaged: %j', async (text) => {
    const damaged = createKnownKeys({ read: () => text, write: () => undefined })
    expect(['unknown', 'other']).toContain(await damaged.compare('a', new Secret('sk-first')))
  })
})
