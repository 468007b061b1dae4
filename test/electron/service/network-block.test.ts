import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createHttpClient, type TextResponse } from '../../../electron/service/http-client.ts'
import { isCaptivePortal, networkBlockOfCode, proxyErrorCodes } from '../../../electron/service/network-block.ts'

const origin = 'https://api.example.com'
const page = '<!DOCTYPE html><html><head><title>Guest Wi-Fi</title></head></html>'
const answer = (status: number, text: string, headers: Record<string, string> = {}): TextResponse => ({ status, text, headers })
const html = { 'content-type': 'text/html; charset=utf-8' }

describe('a captive-portal response', () => {
  it.each([
    ['a page', answer(200, page, html)],
    ['a page without a content type', answer(200, `\n  ${page}`)],
    ['a page that begins with a comment', answer(200, '<!-- hello --><form></form>', html)],
    ['a 403 page', answer(403, page, html)],
    ['a redirect to another host', answer(302, '', { location: 'http://login.guest.example/' })],
    ['a redirect to another host without a scheme', answer(307, '', { location: '//login.guest.example/' })],
    ['an HTTP 511', answer(511, '{}', { 'x-request-id': 'r' })]
  ])('is %s', (_what, given) => {
    expect(isCaptivePortal(given, origin)).toBe(true)
  })

  it.each([
    ['a page that carries the service’s request id', answer(200, page, { ...html, 'x-request-id': 'r' })],
    ['a gateway error page', answer(502, page, html)],
    ['a 404 page', answer(404, page, html)],
    ['truncated JSON', answer(200, '{"success": tr')],
    ['an empty body', answer(200, '')],
    [
      'a storage service’s XML',
      answer(403, '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', { 'content-type': 'application/xml' })
    ],
    ['a redirect to another path of the service', answer(302, '', { location: '/v2/login' })],
    ['a redirect to an invalid address', answer(302, '', { location: 'http://' })],
    ['a redirect without a location', answer(302, '')]
  ])('is not %s', (_what, given) => {
    expect(isCaptivePortal(given, origin)).toBe(false)
  })
})

describe('a network block', () => {
  it.each([
    [proxyErrorCodes.needsPassword, 'proxy-password'],
    [proxyErrorCodes.refuses, 'proxy-refusal'],
    [proxyErrorCodes.scriptSilent, 'proxy-script'],
    [proxyErrorCodes.scriptBroken, 'proxy-script'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'certificate'],
    ['ECONNREFUSED', null],
    ['ENOTFOUND', null],
    ['UND_ERR_CONNECT_TIMEOUT', null]
  ])('for the code %s is %s', (code, networkBlock) => {
    expect(networkBlockOfCode(code)).toBe(networkBlock)
  })

  it('is reported for an untrusted certificate, and nothing is sent', async () => {
    const pem = await readFile(join(import.meta.dirname, 'self-signed.pem'), 'utf8')
    let heard = 0
    const server = createServer({ key: pem, cert: pem }, () => (heard += 1))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const http = createHttpClient()
    onTestFinished(async () => {
      await http.close()
      server.close()
    })
    const end = await http.send({
      step: 'submit',
      method: 'POST',
      origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
      path: '/',
      headers: { authorization: 'Bearer sk-secret' },
      body: '{}'
    })
    expect(end).toMatchObject({
      ok: false,
      fault: { kind: 'not-sent', networkBlock: 'certificate', message: 'DEPTH_ZERO_SELF_SIGNED_CERT' }
    })
    expect(heard).toBe(0)
  })
})
