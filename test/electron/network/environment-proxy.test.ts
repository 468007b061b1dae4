import { describe, expect, it } from 'vitest'
import { environmentProxy } from '../../../electron/network/environment-proxy.ts'

const api = 'https://api.example.com'
const http = { kind: 'http', host: 'proxy.example:8080', userPass: null }

describe('a proxy from the environment', () => {
  it.each([
    [{}, api, null],
    [{ HTTPS_PROXY: 'http://proxy.example:8080' }, api, http],
    [{ https_proxy: 'proxy.example:8080' }, api, http],
    [{ https_proxy: 'http://proxy.example:8080', HTTPS_PROXY: 'http://other.example:1' }, api, http],
    [{ https_proxy: '', HTTPS_PROXY: 'http://proxy.example:8080' }, api, http],
    [{ ALL_PROXY: 'socks5://socks.example' }, api, { kind: 'socks5', host: 'socks.example:1080', userPass: null }],
    [{ HTTPS_PROXY: 'https://proxy.example' }, api, { kind: 'https', host: 'proxy.example:443', userPass: null }],
    [{ HTTP_PROXY: 'http://proxy.example:8080' }, api, null],
    [{ HTTP_PROXY: 'http://proxy.example:8080' }, 'http://storage.example', http],
    [{ HTTPS_PROXY: 'http://ada:p%40ss@proxy.example:8080' }, api, { ...http, userPass: 'ada:p@ss' }],
    [{ HTTPS_PROXY: 'ftp://proxy.example' }, api, null],
    [{ HTTPS_PROXY: 'http://' }, api, null],
    [{ HTTPS_PROXY: 'http://proxy.example:8080', NO_PROXY: '*' }, api, null],
    [{ HTTPS_PROXY: 'http://proxy.example:8080', no_proxy: 'one.example, example.com' }, api, null],
    [{ HTTPS_PROXY: 'http://proxy.example:8080', no_proxy: '.example.com' }, api, null],
    [{ HTTPS_PROXY: 'http://proxy.example:8080', no_proxy: '*.example.com' }, api, null],
    [{ HTTPS_PROXY: 'http://proxy.example:8080', no_proxy: 'api.example.com:443' }, api, null],
    [{ HTTPS_PROXY: 'http://proxy.example:8080', no_proxy: 'api.example.com:8443' }, api, http],
    [{ HTTPS_PROXY: 'http://proxy.example:8080', no_proxy: 'i.example.com' }, api, http],
    [{ HTTP_PROXY: 'http://proxy.example:8080' }, 'http://127.0.0.1:4000', null],
    [{ ALL_PROXY: 'http://proxy.example:8080' }, 'http://localhost:4000', null]
  ])('for %j and %s is %j', (environment: Record<string, string>, origin, proxy) => {
    expect(environmentProxy(origin, environment)).toEqual(proxy)
  })
})
