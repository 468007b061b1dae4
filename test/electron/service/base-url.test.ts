import { describe, expect, it } from 'vitest'
import { type BaseUrl, parseBaseUrl } from '../../../electron/service/base-url.ts'

describe('base URL', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['  https://API.example.com/  ', 'https://api.example.com'],
    ['https://api.example.com/api/v1', 'https://api.example.com'],
    ['https://api.example.com/api/v1//', 'https://api.example.com'],
    ['https://api.example.com/api/mcp', 'https://api.example.com'],
    ['https://example.com/studio/api/v1/', 'https://example.com/studio'],
    ['https://example.com:8443/', 'https://example.com:8443'],
    ['http://localhost:4000', 'http://localhost:4000'],
    ['http://127.0.0.1:4000/api/v1', 'http://127.0.0.1:4000'],
    ['http://127.1.2.3', 'http://127.1.2.3'],
    ['http://[::1]:4000', 'http://[::1]:4000'],
    ['api.example.com', 'https://api.example.com'],
    [' example.com:8443/api/v1', 'https://example.com:8443'],
    ['localhost:4000', 'http://localhost:4000'],
    ['127.0.0.1:4000/', 'http://127.0.0.1:4000'],
    ['[::1]:4000', 'http://[::1]:4000']
  ])('reads %s as %s', (text, baseUrl) => {
    expect(parseBaseUrl(text)).toEqual({ ok: true, baseUrl })
  })

  it.each([
    ['', /Enter the service’s address/],
    ['api example.com', /isn’t a web address/],
    ['example', /isn’t a web address/],
    ['mailto:me@example.com', /start with https/],
    ['not a url', /isn’t a web address/],
    ['ftp://example.com', /start with https/],
    ['javascript:alert(1)', /start with https/],
    ['file:///etc/passwd', /start with https/],
    ['http://api.example.com', /doesn’t use HTTPS/],
    ['http://127.0.0.1.example.com', /doesn’t use HTTPS/],
    ['http://localhost.example.com', /doesn’t use HTTPS/],
    ['http://0.0.0.0:80', /doesn’t use HTTPS/],
    ['http://192.168.1.10', /doesn’t use HTTPS/],
    ['https://me:secret@api.example.com', /name and password/],
    ['https://api.example.com?key=1', /Remove everything/],
    ['https://api.example.com/#x', /Remove everything/]
  ])('explains the problem with %j', (text, sentence) => {
    expect(parseBaseUrl(text)).toEqual({ ok: false, sentence: expect.stringMatching(sentence) })
  })

  it('is the only source of an address that the clients accept', () => {
    // @ts-expect-error -- Text isn’t a base URL until it’s parsed.
    const unparsed: BaseUrl = 'http://api.example.com'
    expect(parseBaseUrl(unparsed).ok).toBe(false)
  })
})
