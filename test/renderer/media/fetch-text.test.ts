import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchText } from '../../../renderer/media/fetch-text.ts'
import { serveHttp } from '../../electron/service/local-server.ts'
import type { LocalServer } from '../../electron/service/local-server.ts'

const files: { readonly [path: string]: Buffer } = {
  '/short': Buffer.from('Ein Fuchs läuft über den Schnee.\n狐'),
  '/empty': Buffer.alloc(0),
  '/latin1': Buffer.from('Ein Fuchs läuft.', 'latin1'),
  '/utf16': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('狐が走る', 'utf16le')]),
  '/binary': Buffer.from([0x50, 0, 1, 2]),
  '/long': Buffer.from('狐'.repeat(100_000))
}
let server: LocalServer
const read = (path: string, mostBytes = 1_000) => fetchText(`${server.origin}${path}`, mostBytes, new AbortController().signal)

beforeAll(async () => {
  server = await serveHttp((request, response) => {
    const content = files[request.url ?? '']
    if (content === undefined) response.writeHead(404).end()
    else response.end(content)
  })
})
afterAll(() => server.close())

describe('a text file', () => {
  it.each([
    ['/short', 'Ein Fuchs läuft über den Schnee.\n狐'],
    ['/empty', ''],
    ['/latin1', 'Ein Fuchs läuft.'],
    ['/utf16', '狐が走る']
  ])('is read completely (%s)', async (path, text) => {
    expect(await read(path)).toEqual({ state: 'read', text, isWhole: true })
  })

  it('is read up to a limit without splitting a character', async () => {
    expect(await read('/long', 100)).toEqual({ state: 'read', text: '狐'.repeat(33), isWhole: false })
  })

  it('is missing if it does not exist', async () => {
    expect(await read('/gone')).toEqual({ state: 'missing' })
    expect(await fetchText('http://127.0.0.1:1/', 100, new AbortController().signal)).toEqual({ state: 'missing' })
  })

  it('is not text if it contains binary data', async () => {
    expect(await read('/binary')).toEqual({ state: 'not-text' })
  })

  it('can’t be read once reading is aborted', async () => {
    await expect(fetchText(`${server.origin}/short`, 100, AbortSignal.abort())).rejects.toThrow()
  })
})
