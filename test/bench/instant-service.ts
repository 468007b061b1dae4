import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Number of queries that return "processing" before a new task is finished. */
const queriesBeforeResult = 2
const maxRecent = 100

export type InstantService = { readonly baseUrl: string; readonly submissions: () => number; readonly close: () => void }

/**
 * Starts a stub service that responds immediately. A task submitted here finishes after some queries. Its only file is `picture` with
 * unique bytes at its end. Every other task stays in "processing".
 */
export async function openInstantService(picture: Buffer): Promise<InstantService> {
  const queries = new Map<string, number>()
  const recent: { taskId: string; idempotencyKey: string }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      response.setHeader('x-request-id', `r-${queries.size}`)
      if (path.startsWith('/file/')) {
        response.setHeader('content-type', 'image/jpeg')
        response.end(Buffer.concat([picture, Buffer.from(path)]))
        return
      }
      response.setHeader('content-type', 'application/json')
      response.statusCode = 200
      response.end(JSON.stringify(answerTo(path, Buffer.concat(chunks).toString(), String(request.headers['idempotency-key']))))
    })
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function answerTo(path: string, body: string, idempotencyKey: string): unknown {
    if (path.endsWith('/submit')) {
      const taskId = `T${queries.size + 1}`
      queries.set(taskId, 0)
      recent.unshift({ taskId, idempotencyKey })
      recent.length = Math.min(recent.length, maxRecent)
      return { success: true, taskId, creditsRequired: 5, creditsConsumed: 5 }
    }
    if (path.endsWith('/query')) {
      const { taskId } = JSON.parse(body) as { taskId: string }
      const asked = queries.get(taskId)
      if (asked !== undefined) queries.set(taskId, asked + 1)
      return asked === undefined || asked < queriesBeforeResult
        ? { success: true, data: { status: 'processing' } }
        : { success: true, data: { status: 'completed', result: [`${baseUrl}/file/${taskId}.jpg`], creditsConsumed: 5 } }
    }
    if (path.includes('/tasks/recent')) return { success: true, tasks: recent }
    return { success: false, errorType: 'NOT_HERE' }
  }

  return {
    baseUrl,
    submissions: () => queries.size,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
