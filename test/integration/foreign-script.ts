import { openStudio } from '../../electron/studio.ts'
import type { Values } from '../../shared/values.ts'

/**
 * A typical user script: it opens the studio, submits the given tasks and closes. It doesn't call `process.exit`, so anything left open
 * after `close` would keep it alive.
 */
const [dataDir = '', baseUrl = '', apiKey = '', jobs = '[]', waitInMs = '0'] = process.argv.slice(2)
process.on('unhandledRejection', (reason) => {
  console.error('unhandled rejection', reason)
  process.exitCode = 9
})
const studio = await openStudio({ dataDir, connection: { baseUrl, apiKey }, timeScale: 0.01 })
for (const values of JSON.parse(jobs) as readonly Values[]) await studio.submit({ capability: 'imgmodel-3-0-image-generator', values })
await new Promise((resolve) => setTimeout(resolve, Number(waitInMs)))
await studio.close()
console.log('closed')
