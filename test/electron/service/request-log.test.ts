import { describe, expect, it } from 'vitest'
import { createRequestLog } from '../../../electron/service/request-log.ts'
import type { RequestLogEntry } from '../../../shared/app/request-log.ts'

const entry: RequestLogEntry = {
  at: 1,
  step: 'download',
  method: 'GET',
  origin: 'https://storage.example',
  path: '/results/1',
  status: 200,
  code: null,
  requestId: null,
  durationInMs: 5,
  sentBytes: 0,
  receivedBytes: 9
}

describe('the request log', () => {
  it('holds the last 500, newest first', () => {
    const log = createRequestLog()
    for (let at = 1; at <= 1_777; at += 1) log.add({ ...entry, at })
    expect(log.list()).toHaveLength(500)
    expect([log.list().at(0)?.at, log.list().at(-1)?.at]).toEqual([1_777, 1_278])
  })

  it('omits queries and fragments, and shortens paths', () => {
    const log = createRequestLog()
    log.add({ ...entry, path: '/results/1?sig=secret#secret' })
    log.add({ ...entry, path: `/${'x'.repeat(10_000)}secret` })
    expect(JSON.stringify(log.list())).not.toContain('secret')
    expect(log.list()[1]?.path).toBe('/results/1')
    expect(log.list()[0]?.path).toHaveLength(300)
  })
})
