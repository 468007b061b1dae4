import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Secret } from '../../../electron/accounts/secret.ts'
import { openLog } from '../../../electron/diagnostics/logger.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-log-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function lines(): Promise<Record<string, unknown>[]> {
  const text = await readFile(join(folder, 'kiln.log'), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe('the log', () => {
  it('has one JSON line per event, in a file that only its owner can read', async () => {
    const log = openLog(folder, () => 0)
    log.info('page.refused', { what: 'window' })
    log.error('main.uncaught', Object.assign(new TypeError('it broke'), { code: 'EBROKEN' }))
    expect(await lines()).toEqual([
      { at: '1970-01-01T00:00:00.000Z', level: 'info', event: 'page.refused', what: 'window' },
      {
        at: '1970-01-01T00:00:00.000Z',
        level: 'error',
        event: 'main.uncaught',
        error: { name: 'TypeError', message: 'it broke', code: 'EBROKEN', places: expect.any(Array) }
      }
    ])
    // Windows uses access control lists instead of permission bits.
    if (process.platform !== 'win32') expect((await stat(join(folder, 'kiln.log'))).mode & 0o777).toBe(0o600)
  })

  it('includes the causes of an error', async () => {
    openLog(folder).error('x', new Error('outer', { cause: new Error('inner') }))
    expect(await lines()).toMatchObject([{ error: { message: 'outer', cause: { message: 'inner' } } }])
  })

  it.each([
    ['a secret', (secret: Secret) => new Error(`failed with ${secret}`)],
    ['a header', () => new Error('sent Authorization: Bearer sk-secret-1 and more')],
    ['a proxy’s sign-in header', () => new Error('sent proxy-authorization: Basic sk-secret-1 and more')],
    ['a URL with a password', () => new Error('through http://ada:sk-secret-1@proxy.example:8080')],
    ['a signed URL', () => new Error('GET https://storage.example.com/a.png?signature=sk-secret-1 failed')],
    ['a property of the error', () => Object.assign(new Error('failed'), { apiKey: 'sk-secret-1' })],
    ['a thrown string', () => 'sk-secret-1'],
    ['a thrown secret', (secret: Secret) => secret],
    ['a secret as a message', (secret: Secret) => new Error(secret as never)],
    ['a secret instead of a message', (secret: Secret) => Object.assign(new Error('failed'), { message: secret })],
    ['a secret as a code', (secret: Secret) => Object.assign(new Error('failed'), { code: secret })],
    ['a secret as a cause', (secret: Secret) => new Error('failed', { cause: secret })],
    ['an object as a cause', () => new Error('failed', { cause: { key: 'sk-secret-1' } })],
    ['a cause of a cause', (secret: Secret) => new Error('outer', { cause: new Error('inner', { cause: new Error(`${secret}`) }) })],
    ['an aggregate error', () => new AggregateError([new Error('sk-secret-1')], 'all failed')],
    ['a value named as a key', () => new Error('got {"apiKey":"secret-text-0001"} and api_key=sk-secret-1')],
    ['a value that looks like a key', () => new Error('the header sk-secret-1 is not valid')],
    ['a custom stack', () => Object.assign(new Error('failed'), { stack: 'Error: sk-secret-1\n    at x (file.ts:1:1)' })]
  ])('doesn’t contain %s', async (_what, make) => {
    openLog(folder).error('x', make(new Secret('sk-secret-1')))
    const text = await readFile(join(folder, 'kiln.log'), 'utf8')
    expect(text).not.toMatch(/sk-secret-1|secret-text-0001/)
    expect(text).toContain('"event":"x"')
  })

  it.each<[what: string, fact: (secret: Secret) => unknown]>([
    ['a secret', (secret) => secret],
    ['a secret in an object', (secret) => ({ secret })],
    ['a JSON object', () => ({ key: 'sk-secret-1' })],
    ['a list', () => ['sk-secret-1']],
    ['an object with its own toJSON', () => ({ toJSON: () => 'sk-secret-1', toString: () => 'sk-secret-1' })],
    ['a function', () => () => 'sk-secret-1'],
    ['a symbol', () => Symbol('sk-secret-1')],
    ['bytes', () => Buffer.from('sk-secret-1')],
    ['a map', () => new Map([['key', 'sk-secret-1']])],
    ['a signed URL', () => 'https://storage.example.com/a?signature=sk-secret-1'],
    ['a header', () => 'Bearer sk-secret-1']
  ])('omits a fact that is %s', async (_what, fact) => {
    openLog(folder).info('x', { fact: fact(new Secret('sk-secret-1')) as string })
    const text = await readFile(join(folder, 'kiln.log'), 'utf8')
    expect(text).not.toContain('sk-secret-1')
    expect(text).not.toContain(Buffer.from('sk-secret-1').join(','))
    expect(text).toContain('"event":"x"')
  })

  it('doesn’t let facts replace standard fields, and truncates long values', async () => {
    openLog(folder, () => 0).info('x', { event: 'y', level: 'z', at: 1, what: 'w'.repeat(5_000) })
    expect(await lines()).toEqual([{ at: '1970-01-01T00:00:00.000Z', level: 'info', event: 'x', what: 'w'.repeat(2_000) }])
  })

  it('handles an error whose cause is itself', async () => {
    const error = new Error('round')
    error.cause = error
    openLog(folder).error('x', error)
    expect(await lines()).toMatchObject([{ error: { message: 'round', cause: { message: 'round' } } }])
  })

  it('omits the home folder', async () => {
    openLog(folder).error('x', new Error(`ENOENT ${join(homedir(), 'pictures')}`))
    expect(await readFile(join(folder, 'kiln.log'), 'utf8')).not.toContain(homedir())
  })

  it('starts a new file when one is full, and keeps three older ones', async () => {
    const log = openLog(folder)
    for (let round = 1; round <= 6; round += 1) {
      await writeFile(join(folder, 'kiln.log'), `${round}`.repeat(1024 * 1024 + 1))
      log.info('next')
    }
    expect((await readdir(folder)).toSorted()).toEqual(['kiln.log', 'kiln.log.1', 'kiln.log.2', 'kiln.log.3'])
    const older = await Promise.all([1, 2, 3].map((age) => readFile(join(folder, `kiln.log.${age}`), 'utf8')))
    expect(older.map((text) => text[0])).toEqual(['6', '5', '4'])
  })

  it('doesn’t throw if it can’t write', async () => {
    const path = join(folder, 'a-file')
    await writeFile(path, '')
    expect(() => openLog(path).info('x')).not.toThrow()
  })
})
