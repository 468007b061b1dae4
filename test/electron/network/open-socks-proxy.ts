import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type TestSocksProxy = {
  readonly host: string
  /** Targets to which connections were requested. */
  readonly calls: readonly string[]
  /** Returns every byte that clients sent to the proxy, as text. */
  readonly seen: () => string
  readonly close: () => Promise<void>
}

/**
 * Opens a SOCKS5 proxy (RFC 1928). `route`: local ports by host name. `userPass`: the required `username:password` (RFC 1929), or null if
 * none is required.
 */
export async function openSocksProxy(route: Readonly<Record<string, number>>, userPass: string | null = null): Promise<TestSocksProxy> {
  const calls: string[] = []
  const sockets = new Set<Socket>()
  let seen = ''
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => client.destroy())
    client.on('data', (bytes) => (seen += bytes.toString('latin1')))
    void serve(client).catch(() => client.destroy())
  })

  async function serve(client: Socket): Promise<void> {
    const take = reader(client)
    const [, count = 0] = await take(2)
    const offered = [...(await take(count))]
    const method = userPass === null ? 0 : 2
    if (!offered.includes(method)) {
      client.end(Buffer.from([5, 0xff]))
      return
    }
    client.write(Buffer.from([5, method]))
    if (userPass !== null) {
      const [, nameLength = 0] = await take(2)
      const name = (await take(nameLength)).toString('utf8')
      const [wordLength = 0] = await take(1)
      const word = (await take(wordLength)).toString('utf8')
      const isRight = `${name}:${word}` === userPass
      client.write(Buffer.from([1, isRight ? 0 : 1]))
      if (!isRight) {
        client.end()
        return
      }
    }
    const [, , , kind] = await take(4)
    const host = kind === 3 ? (await take((await take(1))[0] ?? 0)).toString('ascii') : [...(await take(4))].join('.')
    const port = (await take(2)).readUInt16BE()
    calls.push(`${host}:${port}`)
    const target = connect(route[host] ?? port, '127.0.0.1')
    sockets.add(target)
    target.on('error', () => client.destroy())
    await once(target, 'connect')
    client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
    client.pipe(target).pipe(client)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    seen: () => seen,
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    }
  }
}

/** Returns a function that reads `count` bytes from the socket. Further bytes are kept for the next call. */
function reader(socket: Socket): (count: number) => Promise<Buffer> {
  let held = Buffer.alloc(0)
  let wake = (): void => undefined
  const hear = (bytes: Buffer): void => {
    held = Buffer.concat([held, bytes])
    wake()
  }
  socket.on('data', hear)
  return async (count) => {
    while (held.length < count) await new Promise<void>((resolve) => (wake = resolve))
    const taken = held.subarray(0, count)
    held = held.subarray(count)
    return taken
  }
}
