import { openStudio } from '../../electron/studio.ts'
import type { Values } from '../../shared/form/values.ts'
import { Secret } from '../../electron/accounts/secret.ts'

/**
 * A script like those that users write. Opens the studio, submits the given tasks and closes the studio. Doesn't call `process.exit`, so
 * anything that `close` leaves open keeps the process alive.
 */
const [dataDir = '', baseUrl = '', apiKey = '', jobs = '[]', waitInMs = '0'] = process.argv.slice(2)
process.on('unhandledRejection', (reason) => {
  console.error('unhandled rejection', reason)
  process.exitCode = 9
})
const studio = await openStudio({ dataDir, connection: { baseUrl, apiKey: new Secret(apiKey) }, timeScale: 0.01 })
for (const values of JSON.parse(jobs) as readonly Values[]) await studio.submit({ capability: 'imgmodel-3-0-image-generator', values })
await new Promise((resolve) => setTimeout(resolve, Number(waitInMs)))
await studio.close()
console.log('closed')
