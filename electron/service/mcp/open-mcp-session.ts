import { AsyncLocalStorage } from 'node:async_hooks'
import { z } from 'zod'
import type { createMcpFetch } from './mcp-fetch.ts'

/** A session with the MCP endpoint. `request` may reject with any kind of error. `faultFromMcpError` converts the error to a fault. */
export type McpSession = {
  /** `signal` also ends the underlying HTTP request. */
  readonly request: (
    method: 'tools/list' | 'tools/call',
    params: { readonly [name: string]: unknown },
    signal: AbortSignal
  ) => Promise<unknown>
  /** True if the service assigned a session ID. The service may forget such a session. */
  readonly isNumbered: () => boolean
  /** Ends the session on the service if it has an ID, and aborts pending calls. */
  readonly close: () => Promise<void>
}

/** Timeout for the MCP library. It exceeds all of Kiln's own timeouts, so that only those apply. */
const longerThanAnyInMs = 2 ** 31 - 1
const anything = z.looseObject({})

/**
 * Opens a session. `signal` can abort the handshake. Imports the MCP library on first use, because Kiln usually doesn't need MCP at
 * startup.
 */
export async function openMcpSession(url: URL, fetch: ReturnType<typeof createMcpFetch>, signal: AbortSignal): Promise<McpSession> {
  const [{ Client }, { StreamableHTTPClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  ])
  // Kiln's own code validates tool results. The library must not compile schemas from the network into code.
  const jsonSchemaValidator = {
    getValidator: () => {
      throw new Error('Tool results aren’t validated against their schemas.')
    }
  }
  const client = new Client({ name: 'Kiln', version: '1.0.0' }, { capabilities: {}, jsonSchemaValidator })
  // The library can't pass a single call's signal to its transport, so `fetchForCall` adds the signal.
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
        // Closes the HTTP request. A server may leave its stream open after the response.
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
