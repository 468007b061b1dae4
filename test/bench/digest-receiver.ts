import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline/promises'

/**
 * Computes the SHA-256 digest of each request body. `/fast/…` reads the body without pauses, and `/slow/…` pauses after every 2 MiB. Prints
 * each digest to standard output as a line of JSON.
 */
const server = createServer((message, response) => {
  const isSlow = message.url?.startsWith('/slow/') === true
  const hash = createHash('sha256')
  let sincePause = 0
  message.on('data', (chunk: Buffer) => {
    hash.update(chunk)
    sincePause += chunk.length
    if (!isSlow || sincePause < 2 * 1024 * 1024) return
    sincePause = 0
    message.pause()
    setTimeout(() => message.resume(), 5)
  })
  message.on('end', () => {
    response.end()
    process.stdout.write(`${JSON.stringify({ sha256: hash.digest('hex') })}\n`)
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`))
// The process exits when its standard input ends.
createInterface({ input: process.stdin }).on('close', () => process.exit(0))
