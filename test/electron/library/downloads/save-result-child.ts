import { createHttpClient } from '../../../../electron/service/http-client.ts'
import { createResultWriter } from '../../../../electron/library/downloads/save-result.ts'
import { probeFile } from '../../../../electron/uploads/probe-file.ts'

/** Child process of `save-result.kill.test.ts`. Saves the file at `url` under the path `stem` and prints the outcome as JSON. */
const [url = '', stem = '', folder = ''] = process.argv.slice(2)
const keeper = createResultWriter({ folder: () => folder, stateOfFolder: async () => 'ready', http: createHttpClient(), probeFile })
process.stdout.write('ready\n')
process.stdout.write(`${JSON.stringify(await keeper.save({ url, stem, expectedMedium: 'image' }))}\n`)
process.exit(0)
