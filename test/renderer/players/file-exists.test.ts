import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileExists } from '../../../renderer/players/file-exists.ts'
import { serveHttp } from '../../electron/service/local-server.ts'
import type { LocalServer } from '../../electron/service/local-server.ts'

let server: LocalServer

beforeAll(async () => {
  server = await serveHttp((request, response) => {
    response.writeHead(request.method === 'HEAD' && request.url === '/hevc.mp4' ? 200 : 404).end()
  })
})
afterAll(() => server.close())

describe('a file that could not be displayed', () => {
  it('exists if its address responds to a HEAD request', async () => {
    expect(await fileExists(`${server.origin}/hevc.mp4`)).toBe(true)
  })

  it('is missing if its address fails or the server is down', async () => {
    expect(await fileExists(`${server.origin}/gone.mp4`)).toBe(false)
    expect(await fileExists('http://127.0.0.1:1/hevc.mp4')).toBe(false)
  })
})
