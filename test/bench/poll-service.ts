import { createServer } from 'node:http'

/**
 * A stub service in its own process. Accepts every submission, responds "processing" to every query, and records when each task was polled.
 * `GET /measure` starts the measurement, and `GET /figures` returns the intervals. Exits when its standard input is closed.
 */
const askedAt = new Map<string, number>()
let gaps: number[] = []
let queries = 0
let submissions = 0
let isMeasuring = false

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    response.setHeader('content-type', 'application/json')
    response.setHeader('x-request-id', 'r')
    const path = request.url ?? ''
    if (path.endsWith('/query')) {
      const { taskId } = JSON.parse(Buffer.concat(chunks).toString()) as { taskId: string }
      const now = performance.now()
      const before = askedAt.get(taskId)
      if (isMeasuring) {
        queries += 1
        if (before !== undefined) gaps.push(now - before)
      }
      askedAt.set(taskId, now)
      response.end('{"success":true,"data":{"status":"processing"}}')
    } else if (path.endsWith('/submit')) {
      submissions += 1
      response.end(JSON.stringify({ success: true, taskId: `T${submissions}`, creditsConsumed: 5 }))
    } else if (path === '/measure') {
      isMeasuring = true
      gaps = []
      queries = 0
      response.end('{}')
    } else if (path === '/figures') {
      gaps.sort((one, other) => one - other)
      const figures = {
        queries,
        tasks: askedAt.size,
        medianGapInMs: gaps[gaps.length >> 1],
        p99GapInMs: gaps[Math.floor(gaps.length * 0.99)],
        maxGapInMs: gaps.at(-1)
      }
      response.end(JSON.stringify(figures))
    } else {
      response.statusCode = 404
      response.end('{"success":false,"errorType":"NOT_HERE"}')
    }
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`)
})
process.stdin.on('end', () => process.exit(0)).resume()
