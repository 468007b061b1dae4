import { describe, expect, it } from 'vitest'
import { createKnownKeys } from '../../electron/account/known-keys.ts'

describe('the keys that connections are known to have', () => {
  const stored = new Map<string, string>()
  const known = createKnownKeys({ read: (name) => stored.get(name) ?? null, write: (name, value) => void stored.set(name, value) })

  it('are told apart, for each connection, and never written', async () => {
    expect(await known.compare('a', 'sk-first')).toBe('unknown')
    await known.remember('a', 'sk-first')
    expect(await known.compare('a', 'sk-first')).toBe('same')
    expect(await known.compare('a', 'sk-second')).toBe('other')
    expect(await known.compare('b', 'sk-first')).toBe('unknown')
    await known.remember('a', 'sk-second')
    expect(await known.compare('a', 'sk-first')).toBe('other')
    expect(JSON.stringify([...stored])).not.toContain('sk-')
  })

  it.each(['', '{}', 'torn {', '{"salt":"zz","hash":""}'])('count as unknown or another where the memory is damaged: %j', async (text) => {
    const damaged = createKnownKeys({ read: () => text, write: () => undefined })
    expect(['unknown', 'other']).toContain(await damaged.compare('a', 'sk-first'))
  })
})
