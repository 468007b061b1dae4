import { format, inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { Secret } from '../../electron/account/secret.ts'

describe('a secret', () => {
  const secret = new Secret('the-very-key')

  it.each([
    ['as a string', String(secret)],
    ['in a template', `${secret}`],
    ['joined', ['key', secret].join()],
    ['in JSON', JSON.stringify({ secret })],
    ['inspected', inspect({ secret }, { showHidden: true, depth: 9 })],
    ['formatted', format('%s %o %O %j', secret, secret, secret, secret)],
    ['cloned to another thread', inspect(structuredClone({ secret }))],
    ['in an error', new Error(`${secret}`).stack ?? ''],
    ['listed', Object.entries(secret).join() + Object.getOwnPropertyNames(secret).join()]
  ])('does not show its text %s', (_how, shown) => {
    expect(shown).not.toContain('the-very-key')
  })

  it('gives its text to who asks for it by name', () => {
    expect(secret.reveal()).toBe('the-very-key')
  })
})
