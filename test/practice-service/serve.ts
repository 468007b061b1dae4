import { parseArgs } from 'node:util'
import { openPracticeService } from '../../electron/practice/practice-service.ts'
import { createTestRouter } from './test-endpoints.ts'

/** Usage text of `npm run practice-service`. This command runs the practice service on its own, for API client developers. */
const usage = `Usage: npm run practice-service -- [--port 4100] [--data-dir folder] [--time-scale 1] [--api-key key]
  --port         Preferred API port. If it is in use, a free port is used.
  --data-dir     Folder that keeps tasks, credits and files across restarts. Default: memory only.
  --time-scale   Multiplies the duration of a task, which is 4 to 9 seconds.
  --api-key      API key to accept. Default: the key saved in the data folder, or a new key.`

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
    extraEndpoints: createTestRouter,
    ...(port === 0 ? {} : { port }),
    ...(values['api-key'] === undefined ? {} : { apiKey: values['api-key'] })
  })
  console.log(`Practice service
  base URL  ${service.url}
  API key   ${service.apiKey}
  storage   ${service.storageUrl}
  MCP       ${service.url}/api/mcp
  stored in ${values['data-dir'] ?? 'memory'}

Try it:
  curl -s ${service.url}/api/v1/imgmodel-image-generator/submit \\
    -H 'Authorization: Bearer ${service.apiKey}' -H 'Content-Type: application/json' \\
    -H "Idempotency-Key: $(uuidgen)" -d '{"prompt":"a celadon vase in morning light"}'
  curl -s ${service.url}/api/v1/imgmodel-image-generator/query \\
    -H 'Authorization: Bearer ${service.apiKey}' -H 'Content-Type: application/json' -d '{"taskId":"…"}'

Test endpoints (same API key):
  ${service.url}/practice/faults, /ledger, /tasks, /account, /contract

Press Ctrl-C to stop.`)

  const stop = (): void => {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    void service.close()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
