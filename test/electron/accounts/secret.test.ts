import { Console } from 'node:console'
import { Writable } from 'node:stream'
import { format, inspect } from 'node:util'
import { serialize } from 'node:v8'
import { describe, expect, it } from 'vitest'
import { Secret } from '../../../electron/accounts/secret.ts'

describe('a secret', () => {
  const secret = new Secret('the-very-key')

  const printed = (print: (own: Console) => void): string => {
    const chunks: string[] = []
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        chunks.push(chunk.toString())
        done()
      }
    })
    print(new Console({ stdout: stream, stderr: stream }))
    return chunks.join('')
  }
  const thrown = new Error('failed', { cause: secret })

  it.each([
    ['printed', printed((own) => own.log(secret, { secret }, [secret], `${secret}`))],
    ['printed as an error', printed((own) => own.error(thrown, new AggregateError([secret, thrown], 'all failed')))],
    [
      'printed as a table or a tree',
      printed((own) => own.table([{ secret }])) + printed((own) => own.dir({ secret }, { showHidden: true, depth: 9 }))
    ],
    ['inspected without its custom inspect method', inspect(secret, { customInspect: false, showHidden: true, getters: true })],
    ['as the cause of an error', inspect(thrown, { showHidden: true })],
    ['serialized for another process', serialize(structuredClone({ secret })).toString('latin1')],
    ['concatenated to a string', ['key: '].join().concat(secret as unknown as string)],
    ['converted to a number', String(Number(secret))],
    ['spread and copied', JSON.stringify([{ ...secret }, Object.assign({}, secret)])],
    ['as the key of an object', Object.keys({ [secret as unknown as string]: 1 }).join()],
    ['in a URL', new URLSearchParams({ key: secret as unknown as string }).toString()],
    ['in a header', [...new Headers({ 'x-key': secret as unknown as string })].join()],
    ['in its own keys and symbols', [...Reflect.ownKeys(secret), ...Object.getOwnPropertySymbols(secret)].join()],
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

  it('reveals its text through reveal()', () => {
    expect(secret.reveal()).toBe('the-very-key')
  })
})
