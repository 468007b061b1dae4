import { createHttpClient } from '../../electron/api/http-client.ts'
import { createResultWriter } from '../../electron/library/save-result.ts'
import { probeFile } from '../../electron/uploads/probe-file.ts'

/** Saves `url` as `stem` and prints the result. Runs as a separate process, so that it can be killed. */
const [url = '', stem = '', folder = ''] = process.argv.slice(2)
const keeper = createResultWriter({ folder: () => folder, stateOfFolder: async () => 'ready', http: createHttpClient(), probeFile })
process.stdout.write('ready\n')
process.stdout.write(`${JSON.stringify(await keeper.save({ url, stem, expectedMedium: 'image' }))}\n`)
process.exit(0)
