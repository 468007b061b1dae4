import { parseArgs } from 'node:util'
import { openPracticeService } from './practice-service.ts'

/** `npm run practice-service`: the standalone practice service, for authors of clients. */
const usage = `Usage: npm run practice-service -- [--port 4100] [--data-dir folder] [--time-scale 1] [--api-key key]
  --port         Preferred port of the API (a free one when it is taken).
  --data-dir     Keeps tasks, credits and files there over restarts. Without it everything lives in memory.
  --time-scale   Multiplies the 4 to 9 seconds that a task takes.
  --api-key      The key to accept. Without it: the folder's own, or a new one.`

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'data-dir': { type: 'string' },
    'time-scale': { type: 'string', default: '1' },
    'api-key': { type: 'string' },
    help: { type: 'boolean', default: false }
  }
})
const port = Number(values.port)
const timeScale = Number(values['time-scale'])

if (values.help) {
  console.log(usage)
} else if (!Number.isInteger(port) || port < 0 || port > 65_535 || !(timeScale >= 0)) {
  console.error(usage)
  process.exitCode = 1
} else {
  const service = await openPracticeService({
    timeScale,
    dataDir: values['data-dir'] ?? null,
    ...(port === 0 ? {} : { port }),
    ...(values['api-key'] === undefined ? {} : { apiKey: values['api-key'] })
  })
  console.log(`Practice service
  base URL  ${service.url}
  API key   ${service.apiKey}
  storage   ${service.storageUrl}
  MCP       ${service.url}/api/mcp
  kept in   ${values['data-dir'] ?? 'memory'}

Try it:
  curl -s ${service.url}/api/v1/imgmodel-image-generator/submit \\
    -H 'Authorization: Bearer ${service.apiKey}' -H 'Content-Type: application/json' \\
    -H "Idempotency-Key: $(uuidgen)" -d '{"prompt":"a celadon vase in morning light"}'
  curl -s ${service.url}/api/v1/imgmodel-image-generator/query \\
    -H 'Authorization: Bearer ${service.apiKey}' -H 'Content-Type: application/json' -d '{"taskId":"…"}'

Faults, ledger, tasks, account and a contract that moves: ${service.url}/practice/faults, /ledger, /tasks, /account, /contract (same key).
Ctrl-C ends it.`)

  const stop = (): void => {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    void service.close()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
