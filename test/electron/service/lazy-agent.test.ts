import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLazyAgent } from '../../../electron/service/lazy-agent.ts'

const server = createServer((_request, response) => response.end('here'))
let origin = ''

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

describe('a lazily created agent', () => {
  it('is shared by all requests', async () => {
    const agent = createLazyAgent()
    const [one, other] = await Promise.all([agent.get(), agent.get()])
    expect(one).toBe(other)
    const { body } = await one.request({ origin, path: '/', method: 'GET' })
    expect(await body.text()).toBe('here')
    await agent.destroy()
    await expect(one.request({ origin, path: '/', method: 'GET' })).rejects.toMatchObject({ code: 'UND_ERR_DESTROYED' })
  })

  it('is not created after it was destroyed', async () => {
    const agent = createLazyAgent()
    await agent.destroy()
    await expect(agent.get()).rejects.toMatchObject({ code: 'UND_ERR_DESTROYED' })
  })

  it('is destroyed even while it is being created', async () => {
    const agent = createLazyAgent()
    const getting = agent.get()
    await agent.destroy()
    const one = await getting
    await expect(one.request({ origin, path: '/', method: 'GET' })).rejects.toMatchObject({ code: 'UND_ERR_DESTROYED' })
  })
})
