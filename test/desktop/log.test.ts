import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Secret } from '../../electron/account/secret.ts'
import { openLog } from '../../electron/desktop/log.ts'

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
  it('is one JSON line per event, in a file that only its owner may read', async () => {
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
    expect((await stat(join(folder, 'kiln.log'))).mode & 0o777).toBe(0o600)
  })

  it('tells the causes of an error', async () => {
    openLog(folder).error('x', new Error('outer', { cause: new Error('inner') }))
    expect(await lines()).toMatchObject([{ error: { message: 'outer', cause: { message: 'inner' } } }])
  })

  it.each([
    ['a secret', (secret: Secret) => new Error(`failed with ${secret}`)],
    ['a header', () => new Error('sent Authorization: Bearer sk-secret-1 and more')],
    ['a sign-in to a proxy', () => new Error('sent proxy-authorization: Basic sk-secret-1 and more')],
    ['an address with a password', () => new Error('through http://ada:sk-secret-1@proxy.example:8080')],
    ['a signed address', () => new Error('GET https://storage.example.com/a.png?signature=sk-secret-1 failed')],
    ['a property of the error', () => Object.assign(new Error('failed'), { apiKey: 'sk-secret-1' })],
    ['a thrown text', () => 'sk-secret-1']
  ])('does not hold %s', async (_what, make) => {
    openLog(folder).error('x', make(new Secret('sk-secret-1')))
    expect(await readFile(join(folder, 'kiln.log'), 'utf8')).not.toContain('sk-secret-1')
  })

  it('does not name the home folder', async () => {
    openLog(folder).error('x', new Error(`ENOENT ${join(homedir(), 'pictures')}`))
    expect(await readFile(join(folder, 'kiln.log'), 'utf8')).not.toContain(homedir())
  })

  it('begins a new file when one is full, and keeps three older ones', async () => {
    const log = openLog(folder)
    for (let round = 1; round <= 6; round += 1) {
      await writeFile(join(folder, 'kiln.log'), `${round}`.repeat(1024 * 1024 + 1))
      log.info('next')
    }
    expect((await readdir(folder)).toSorted()).toEqual(['kiln.log', 'kiln.log.1', 'kiln.log.2', 'kiln.log.3'])
    const older = await Promise.all([1, 2, 3].map((age) => readFile(join(folder, `kiln.log.${age}`), 'utf8')))
    expect(older.map((text) => text[0])).toEqual(['6', '5', '4'])
  })

  it('throws nothing where it can’t write', async () => {
    const path = join(folder, 'a-file')
    await writeFile(path, '')
    expect(() => openLog(path).info('x')).not.toThrow()
  })
})
