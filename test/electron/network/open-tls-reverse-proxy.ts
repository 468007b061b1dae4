import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

export type TlsReverseProxy = {
  readonly port: number
  /** Requests received: host, method and path. */
  readonly heard: readonly string[]
  readonly close: () => Promise<void>
}

/** The private key and the certificate for `*.kiln.test`, signed by `authority.pem`. */
export const servicePem = readFileSync(join(import.meta.dirname, 'service.pem'), 'utf8')
export const testCaPath = join(import.meta.dirname, 'authority.pem')

/**
 * Opens an HTTPS server in front of plain HTTP servers. `names` maps host names to server URLs, for example `api.kiln.test` to
 * `http://127.0.0.1:1234`. Only a proxy can resolve the host names. In responses, server URLs are replaced with host names. In requests,
 * host names are replaced with server URLs.
 */
export async function openTlsReverseProxy(names: Readonly<Record<string, string>>, pem = servicePem): Promise<TlsReverseProxy> {
  const heard: string[] = []
  const pairs = Object.entries(names).map(([name, address]) => [`https://${name}`, address] as const)
  const outside = (text: string): string => pairs.reduce((said, [name, address]) => said.replaceAll(address, name), text)
  const inside = (text: string): string => pairs.reduce((said, [name, address]) => said.replaceAll(name, address), text)

  const server = createServer({ key: pem, cert: pem }, (incoming, answer) => {
    const { method = '', url = '', headers } = incoming
    heard.push(`${headers.host} ${method} ${url.split('?')[0]}`)
    const target = names[headers.host ?? '']
    if (target === undefined) {
      answer.writeHead(421).end()
      return
    }
    void buffer(incoming).then((bytes) => {
      const body = headers['content-type']?.startsWith('application/json') === true ? Buffer.from(inside(bytes.toString('utf8'))) : bytes
      const { host: _host, 'content-length': _length, 'transfer-encoding': _coding, ...rest } = headers
      const length = body.length > 0 || method !== 'GET' ? { 'content-length': String(body.length) } : {}
      const onward = request(new URL(url, target), { method, headers: { ...rest, ...length } }, (reply) => {
        const { 'content-length': known, ...replyHeaders } = reply.headers
        if (/json|event-stream/.test(reply.headers['content-type'] ?? '')) {
          answer.writeHead(reply.statusCode ?? 502, replyHeaders)
          reply.setEncoding('utf8').on('data', (text: string) => answer.write(outside(text)))
          reply.on('end', () => answer.end())
          return
        }
        answer.writeHead(reply.statusCode ?? 502, { ...replyHeaders, ...(known === undefined ? {} : { 'content-length': known }) })
        reply.pipe(answer)
      })
      onward.on('error', () => answer.destroy())
      answer.on('close', () => onward.destroy())
      onward.end(body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}
