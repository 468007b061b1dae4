import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { largeCatalogueDocuments } from './large-catalogue.ts'

/*
 * A service with 6,300 capabilities, in its own process. Accepts any key. Serves its catalogue, its contract and an empty list of recent
 * tasks. Prints its port, and exits when its standard input is closed.
 */
const { catalog, openapi } = largeCatalogueDocuments()
const answers: Readonly<Record<string, string>> = {
  '/api/v1/capabilities': catalog,
  '/api/v1/openapi.json': openapi,
  '/api/v1/tasks/recent': '{"success":true,"tasks":[]}'
}

const server = createServer((request, response) => {
  const answer = answers[request.url?.split('?')[0] ?? '']
  response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
  response.end(answer ?? '{"success":false,"errorType":"CAPABILITY_NOT_ENABLED","message":"This service only lists its capabilities."}')
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
process.stdin.on('end', () => process.exit(0)).resume()
