import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { proxyErrorCodes } from '../service/network-block.ts'

const longestWaitInMs = 10_000

/** Thrown if the proxy doesn't open the tunnel. */
class SocksRefusal extends Error {
  override readonly name = 'SocksRefusal'
  readonly code: string
  constructor(code: string) {
    super('The proxy didn’t open the tunnel.')
    this.code = code
  }
}

/**
 * Opens a tunnel through a SOCKS5 proxy (RFC 1928, RFC 1929) and sends nothing through it. The proxy resolves the host name. undici opens a
 * tunnel only to send a request. The connection check and the password check need a tunnel without a request.
 *
 * @throws network errors, and an error with a code from `proxyErrorCodes` if the proxy rejects the tunnel
 */
export async function openSocksTunnel(
  proxy: URL,
  { username, password }: { readonly username: string; readonly password: string },
  target: string
): Promise<Socket> {
  const socket = connect(Number(proxy.port || '1080'), proxy.hostname.replace(/^\[|\]$/g, ''))
  socket.setTimeout(longestWaitInMs, () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
  try {
    await once(socket, 'connect')
    const asksByName = username !== ''
    socket.write(Buffer.from(asksByName ? [5, 2, 0, 2] : [5, 1, 0]))
    const [version, method] = await take(socket, 2)
    if (version !== 5) throw new SocksRefusal(proxyErrorCodes.refuses)
    if (method === 2 && asksByName) {
      const [name, word] = [Buffer.from(username, 'utf8'), Buffer.from(password, 'utf8')]
      // The protocol stores each length in one byte.
      if (name.length > 255 || word.length > 255) throw new SocksRefusal(proxyErrorCodes.needsPassword)
      socket.write(Buffer.concat([Buffer.from([1, name.length]), name, Buffer.from([word.length]), word]))
      const [, verdict] = await take(socket, 2)
      if (verdict !== 0) throw new SocksRefusal(proxyErrorCodes.needsPassword)
    } else if (method !== 0) throw new SocksRefusal(proxyErrorCodes.needsPassword)

    const { protocol, hostname, port } = new URL(target)
    const host = Buffer.from(hostname.replace(/^\[|\]$/g, ''), 'ascii')
    const portBytes = Buffer.alloc(2)
    portBytes.writeUInt16BE(Number(port || (protocol === 'https:' ? 443 : 80)))
    socket.write(Buffer.concat([Buffer.from([5, 1, 0, 3, host.length]), host, portBytes]))
    const [, reply, , kind = 0] = await take(socket, 4)
    if (reply !== 0) throw new SocksRefusal(proxyErrorCodes.refuses)
    const addressBytes = kind === 1 ? 4 : kind === 4 ? 16 : ((await take(socket, 1))[0] ?? 0)
    await take(socket, addressBytes + 2)
    socket.setTimeout(0)
    return socket
  } catch (error) {
    socket.on('error', () => undefined).destroy()
    throw error
  }
}

/** Reads the next `count` bytes and leaves the rest in the socket. @throws SocksRefusal if the socket ends too soon. */
async function take(socket: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const bytes = socket.read(count) as Buffer | null
    if (bytes !== null && bytes.length === count) return bytes
    if (socket.destroyed || socket.readableEnded) throw new SocksRefusal(proxyErrorCodes.refuses)
    await Promise.race([once(socket, 'readable'), once(socket, 'end'), once(socket, 'close')])
  }
}
