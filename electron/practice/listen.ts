import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ListeningServer = { readonly port: number; readonly close: () => Promise<void> }

/** Opens an HTTP server on loopback, on the first free port in `ports`. If none is free, the system chooses a port. */
export async function listenOnFirstFreePort(
  ports: readonly number[],
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
): Promise<ListeningServer> {
  const server = createServer((request, response) => void handle(request, response))
  // Transferring several gigabytes may take longer than Node's default request timeout.
  server.requestTimeout = 0
  server.keepAliveTimeout = 30_000
  for (const port of [...ports, 0]) {
    if (!(await tryPort(server, port))) continue
    return {
      port: (server.address() as AddressInfo).port,
      close: () =>
        new Promise((resolve) => {
          server.close(() => resolve())
          server.closeAllConnections()
        })
    }
  }
  throw new Error('The practice service couldn’t open a port on this computer.')
}

function tryPort(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      server.removeListener('listening', onListening)
      if (port !== 0 && (error.code === 'EADDRINUSE' || error.code === 'EACCES')) resolve(false)
      else reject(error)
    }
    const onListening = (): void => {
      server.removeListener('error', onError)
      resolve(true)
    }
    server.once('error', onError)
    server.once('listening', onListening)
    server.listen(port, '127.0.0.1')
  })
}
