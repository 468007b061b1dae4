import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline/promises'

/** Digests what arrives: at `/fast/…` as it comes, at `/slow/…` with a pause after every two MiB. The answer is the digest's first line on standard output. */
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
// Each line asks for the next answer; the end of them ends this.
createInterface({ input: process.stdin }).on('close', () => process.exit(0))
