import { createServer } from 'node:http'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { PracticeService } from '../../electron/practice/practice-service.ts'
import type { JsonSchema } from '../../shared/form/json-schema.ts'

type Json = { readonly [name: string]: unknown }

/**
 * A tool with another input schema. `toPractice`: converts arguments to the practice service's. `bodies`: the request bodies of all
 * submissions so far.
 */
export type ToolTranslation = { readonly inputSchema: JsonSchema; readonly toPractice: (given: Json, bodies: readonly Json[]) => Json }

type Message = { readonly id?: unknown; readonly method?: string; readonly params?: { readonly name?: string; readonly arguments?: Json } }

/**
 * Opens a server in front of the practice service, whose MCP tools have other input schemas. `argumentsOf`: returns the original arguments
 * of each call to a tool.
 */
export async function openTranslatedMcpServer(
  practice: PracticeService,
  translations: { readonly [tool: string]: ToolTranslation }
): Promise<{ readonly url: string; readonly argumentsOf: (tool: string) => readonly Json[] }> {
  const bodies: Json[] = []
  const calls: { readonly tool: string; readonly given: Json }[] = []

  function translated(message: Message): Message {
    const { name = '', arguments: given = {} } = message.params ?? {}
    const translation = translations[name]
    if (message.method !== 'tools/call' || translation === undefined) return message
    calls.push({ tool: name, given })
    return { ...message, params: { name, arguments: translation.toPractice(given, bodies) } }
  }

  /** Returns a list of tools with the translated input schemas. Returns any other response unchanged. */
  function shown(answer: unknown): unknown {
    const { result } = answer as { readonly result?: { readonly tools?: readonly { readonly name: string }[] } }
    if (result?.tools === undefined) return answer
    const tools = result.tools.map((tool) => ({
      ...tool,
      inputSchema: translations[tool.name]?.inputSchema ?? (tool as Json)['inputSchema']
    }))
    return { ...(answer as Json), result: { ...result, tools } }
  }

  const server = createServer((request, response) => {
    void (async () => {
      const text = await textOf(request)
      const isMcp = request.url === '/api/mcp' && request.method === 'POST'
      if (request.url?.endsWith('/submit') === true) bodies.push(JSON.parse(text) as Json)
      const sent = isMcp ? JSON.stringify(translated(JSON.parse(text) as Message)) : text
      const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
      const answer = await fetch(practice.url + (request.url ?? ''), {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(sent === '' ? {} : { body: sent })
      })
      const told = await answer.text()
      response.writeHead(
        answer.status,
        Object.fromEntries(
          [...answer.headers].filter(([name]) => !/^(?:content-length|connection|keep-alive|transfer-encoding)$/.test(name))
        )
      )
      response.end(isMcp && told.startsWith('{') ? JSON.stringify(shown(JSON.parse(told))) : told)
      // Breaks the client's connection too, if the practice service broke its own.
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    argumentsOf: (tool) => calls.filter((call) => call.tool === tool).map(({ given }) => given)
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
