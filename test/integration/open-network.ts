import { createServer, request as forward } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * How a network handles a call.
 * - `clear`: forwards the call.
 * - `page`, `redirect`, `511`: the three usual captive-portal responses. The call isn't forwarded.
 * - `page-behind`: forwards the call, but replaces the response with the portal's page.
 */
export type NetworkConditions = 'clear' | 'page' | 'redirect' | '511' | 'page-behind'

export type SimulatedNetwork = {
  /** URL for the client to use instead of the service's URL. */
  readonly url: string
  readonly change: (conditions: NetworkConditions) => void
  /** Calls that got the portal's response instead of the service's, as method and path. */
  readonly answered: readonly string[]
  readonly close: () => Promise<void>
}

const page = '<!DOCTYPE html>\n<html><head><title>Welcome to Guest Wi-Fi</title></head><body><form>Sign in</form></body></html>'

/** Opens a simulated network in front of a service. Initially, the network forwards all calls. */
export async function openNetwork(serviceUrl: string): Promise<SimulatedNetwork> {
  let conditions: NetworkConditions = 'clear'
  const answered: string[] = []
  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing).catch(() => outgoing.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const today = conditions
    const body = await buffer(incoming)
    if (today === 'clear') return passOn(incoming, body, outgoing)
    answered.push(`${incoming.method} ${incoming.url}`)
    if (today === 'page-behind') await passOn(incoming, body, null)
    if (today === 'redirect') outgoing.writeHead(302, { location: 'http://login.guest.example/?back=1' }).end()
    else outgoing.writeHead(today === '511' ? 511 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  }

  async function passOn(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse | null): Promise<void> {
    const { method, headers, url } = incoming
    const onward = forward(new URL(url ?? '/', serviceUrl), { method, headers: { ...headers, host: new URL(serviceUrl).host } })
    onward.end(body)
    const [answer] = (await once(onward, 'response')) as [IncomingMessage]
    const content = await buffer(answer)
    outgoing?.writeHead(answer.statusCode ?? 502, answer.headers).end(content)
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change: (next) => {
      conditions = next
    },
    answered,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}
