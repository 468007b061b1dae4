import { AsyncLocalStorage } from 'node:async_hooks'
import { z } from 'zod'
import type { createMcpFetch } from './mcp-fetch.ts'

/** A session with the MCP endpoint. `request` rejects with any error, which `faultOf` converts. */
export type McpSession = {
  /** `signal` also ends the underlying HTTP request. */
  readonly request: (
    method: 'tools/list' | 'tools/call',
    params: { readonly [name: string]: unknown },
    signal: AbortSignal
  ) => Promise<unknown>
  /** Whether the service assigned a session ID, which it may forget. */
  readonly isNumbered: () => boolean
  /** Ends the session on the service if it has an ID, and aborts pending calls. */
  readonly close: () => Promise<void>
}

/** Timeout for the library that is longer than any of Kiln's timeouts, so that only Kiln's own timers apply. */
const longerThanAnyInMs = 2 ** 31 - 1
const anything = z.looseObject({})

/**
 * Performs the handshake, which the signal can abort. Imports the protocol library on first use, because Kiln doesn't need MCP on most
 * starts.
 */
export async function openSession(url: URL, fetch: ReturnType<typeof createMcpFetch>, signal: AbortSignal): Promise<McpSession> {
  const [{ Client }, { StreamableHTTPClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  ])
  // Kiln's own code reads tool results tolerantly. A schema from the network is never compiled.
  const jsonSchemaValidator = {
    getValidator: () => {
      throw new Error('Tool results aren’t validated against their schemas.')
    }
  }
  const client = new Client({ name: 'Kiln', version: '1.0.0' }, { capabilities: {}, jsonSchemaValidator })
  // The library can't pass the signal of a single call to its transport.
  const signalOfCall = new AsyncLocalStorage<AbortSignal>()
  const fetchForCall: typeof fetch = (address, init = {}) => {
    const signals = [init.signal, signalOfCall.getStore()].filter((one) => one !== null && one !== undefined)
    return fetch(address, signals.length === 0 ? init : { ...init, signal: AbortSignal.any(signals) })
  }
  const transport = new StreamableHTTPClientTransport(url, { fetch: fetchForCall })
  signal.addEventListener('abort', () => void client.close())
  signal.throwIfAborted()
  await client.connect(transport, { timeout: longerThanAnyInMs })
  return {
    request: async (method, params, signalOfRequest) => {
      const settled = new AbortController()
      const either = AbortSignal.any([signalOfRequest, settled.signal])
      try {
        return await signalOfCall.run(either, () => client.request({ method, params }, anything, { timeout: longerThanAnyInMs }))
      } finally {
        // A server may leave its stream open after the response.
        settled.abort()
      }
    },
    isNumbered: () => transport.sessionId !== undefined,
    close: async () => {
      await transport.terminateSession().catch(() => undefined)
      await client.close().catch(() => undefined)
    }
  }
}
