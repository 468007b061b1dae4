import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What the proxy requires from a client before it accepts requests. `refuse`: the proxy rejects every request. */
export type ProxyRequirement =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'password'; readonly userPass: string }
  | { readonly kind: 'other-sign-in' }
  | { readonly kind: 'refuse' }

/** A request to the proxy. `isLetThrough`: true if the proxy accepted the request. */
export type ProxyCall = { readonly method: string; readonly target: string; readonly headers: string; readonly isLetThrough: boolean }

export type TestProxy = {
  /** Host and port of the proxy. */
  readonly host: string
  readonly demand: (demand: ProxyRequirement) => void
  readonly calls: readonly ProxyCall[]
  /** Returns all requests and bodies that clients sent to the proxy or through tunnels, as text. */
  readonly seen: () => string
  /** Returns all bytes that clients sent through tunnels, as text. */
  readonly tunnelled: () => string
  readonly close: () => Promise<void>
}

/**
 * Opens a proxy like a company's, which opens tunnels and responds to plain requests itself. `pem`: key and certificate, if clients connect
 * over TLS. `route`: ports on this computer, by host names that only the proxy can resolve.
 */
export async function openProxy(
  options: { readonly pem?: string; readonly route?: Readonly<Record<string, number>> } = {}
): Promise<TestProxy> {
  const { pem, route = {} } = options
  let demand: ProxyRequirement = { kind: 'nothing' }
  const calls: ProxyCall[] = []
  const sockets = new Set<Socket>()
  let tunnelled = ''
  let seen = ''
  const server = pem === undefined ? createServer(answer) : createSecureServer({ key: pem, cert: pem }, answer)
  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const refusal = judge(incoming)
    void buffer(incoming).then((bytes) => {
      seen += bytes.toString('latin1')
      return refusal === null ? outgoing.end('by proxy') : outgoing.writeHead(refusal.status, refusal.headers).end('<html>no</html>')
    })
  }
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('connect', (incoming, socket: Socket) => {
    const refusal = judge(incoming)
    socket.on('error', () => socket.destroy())
    if (refusal !== null) {
      const headers = Object.entries(refusal.headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.end(`HTTP/1.1 ${refusal.status} No\r\n${headers.join('')}content-length: 0\r\n\r\n`)
      return
    }
    const [host, port] = (incoming.url ?? '').split(':')
    const target = connect(route[host ?? ''] ?? Number(port), route[host ?? ''] === undefined ? host : '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      socket.on('data', (bytes) => {
        tunnelled += bytes.toString('latin1')
        seen += bytes.toString('latin1')
      })
      target.pipe(socket).pipe(target)
    })
    sockets.add(target)
    target.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function judge({ method = '', url = '', headers }: IncomingMessage): { status: number; headers: Record<string, string> } | null {
    const refusal = refusalOf(headers['proxy-authorization'])
    seen += `${method} ${url} ${JSON.stringify(headers)}`
    calls.push({ method, target: url, headers: JSON.stringify(headers), isLetThrough: refusal === null })
    return refusal
  }

  function refusalOf(authorization: string | undefined): { status: number; headers: Record<string, string> } | null {
    switch (demand.kind) {
      case 'nothing':
        return null
      case 'password': {
        const isRight = authorization === `Basic ${Buffer.from(demand.userPass).toString('base64')}`
        return isRight ? null : { status: 407, headers: { 'proxy-authenticate': 'Negotiate, Basic realm="The company, and nobody else"' } }
      }
      case 'other-sign-in':
        return { status: 407, headers: { 'proxy-authenticate': 'Negotiate' } }
      case 'refuse':
        return { status: 403, headers: {} }
    }
  }

  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    demand: (next) => {
      demand = next
    },
    calls,
    seen: () => seen,
    tunnelled: () => tunnelled,
    close: async () => {
      server.close()
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    }
  }
}
