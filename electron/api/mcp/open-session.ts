import { AsyncLocalStorage } from 'node:async_hooks'
import { z } from 'zod'
import type { createMcpFetch } from './mcp-fetch.ts'

/** A conversation with the MCP endpoint. `request` rejects with whatever went wrong; `faultOf` reads it. */
export type McpSession = {
  /** `signal` ends the HTTP request underneath too. */
  readonly request: (
    method: 'tools/list' | 'tools/call',
    params: { readonly [name: string]: unknown },
    signal: AbortSignal
  ) => Promise<unknown>
  /** Whether the service gave it a number, which it may forget. */
  readonly isNumbered: () => boolean
  /** Tells a service that numbered it, and lets go of what is under way. */
  readonly close: () => Promise<void>
}

/** Timers of the library are left to ours: a wait that is longer than any of them. */
const longerThanAnyInMs = 2 ** 31 - 1
const anything = z.looseObject({})

/** Shakes hands; the signal lets go of a handshake that takes too long. The protocol library comes with the first use: most starts of the app need no word of MCP. */
export async function openSession(url: URL, fetch: ReturnType<typeof createMcpFetch>, signal: AbortSignal): Promise<McpSession> {
  const [{ Client }, { StreamableHTTPClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  ])
  // What a tool gives is read tolerantly by us; a schema that came over the wire is never made into code.
  const jsonSchemaValidator = {
    getValidator: () => {
      throw new Error('Answers of tools are not judged by their schemas.')
    }
  }
  const client = new Client({ name: 'Kiln', version: '1.0.0' }, { capabilities: {}, jsonSchemaValidator })
  // The library has no way to hand the signal of one call to its transport.
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
        // A server may leave its stream open after the answer.
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
