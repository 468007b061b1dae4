import { describe, expect, it } from 'vitest'
import { readInterceptedResponse } from '../main/request-interception.ts'

const mebibyte = 1024 * 1024

function partial(range: string, bytes: number): Response {
  return new Response(new Uint8Array(bytes), { status: 206, headers: { 'Content-Range': range, 'Content-Length': String(bytes) } })
}

function headersOf({ responseHeaders = [] }: Awaited<ReturnType<typeof readInterceptedResponse>>): Record<string, string> {
  return Object.fromEntries(responseHeaders.map(({ name, value }) => [name, value]))
}

describe('a partial response to the media loader', () => {
  it('ends where Content-Length says, whatever Content-Range says', async () => {
    const short = await readInterceptedResponse(partial('bytes 100-199/1000', 100), 'bytes=100-')
    expect(headersOf(short)['content-range']).toBe('bytes 100-199/200')
  })

  it('starts at the requested byte, whatever Content-Range says', async () => {
    const shifted = await readInterceptedResponse(partial('bytes 0-899/1000', 900), 'bytes=100-')
    expect(headersOf(shifted)['content-range']).toBe('bytes 100-999/1000')
  })

  it('is sent in pieces of 4 MiB, with the length of the whole file', async () => {
    const first = await readInterceptedResponse(partial(`bytes 0-${10 * mebibyte - 1}/${10 * mebibyte}`, 10 * mebibyte), 'bytes=0-')
    expect(headersOf(first)).toMatchObject({
      'content-range': `bytes 0-${4 * mebibyte - 1}/${10 * mebibyte}`,
      'content-length': String(4 * mebibyte)
    })
  })
})

it('a partial response to any other requester is unchanged', async () => {
  const answer = await readInterceptedResponse(partial(`bytes 5-${5 + 5 * mebibyte - 1}/${100 * mebibyte}`, 5 * mebibyte), null)
  expect(headersOf(answer)['content-range']).toBe(`bytes 5-${5 + 5 * mebibyte - 1}/${100 * mebibyte}`)
  expect(Buffer.from(answer.body ?? '', 'base64')).toHaveLength(5 * mebibyte)
})
