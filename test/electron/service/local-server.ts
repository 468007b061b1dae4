import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createNetServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A local server for one test file. `close` also ends pending connections. */
export type LocalServer = { readonly origin: string; readonly port: number; readonly close: () => Promise<void> }

type Listener = (message: IncomingMessage, response: ServerResponse) => unknown

export async function serveHttp(listener: Listener): Promise<LocalServer> {
  const server = createHttpServer((message, response) => void listener(message, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ...addressOf(server.address() as AddressInfo),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}

/** Starts a raw TCP server for responses that violate HTTP. HTTP libraries don't allow such responses. */
export async function serveTcp(listener: (socket: Socket) => void): Promise<LocalServer> {
  const sockets = new Set<Socket>()
  const server = createNetServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    listener(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ...addressOf(server.address() as AddressInfo),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    }
  }
}

/** Returns a local port that no server listens on. */
export async function closedPort(): Promise<number> {
  const server = await serveTcp(() => undefined)
  await server.close()
  return server.port
}

export async function readMessageBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function addressOf({ port }: AddressInfo): { origin: string; port: number } {
  return { origin: `http://127.0.0.1:${port}`, port }
}
