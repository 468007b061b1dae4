import { createHttpClient } from '../../electron/api/http-client.ts'
import { createResultKeeper } from '../../electron/library/keep-result.ts'
import { probeFile } from '../../electron/uploads/probe-file.ts'

/** Keeps `url` as `stem` and says what came of it; a process of its own, to be killed. */
const [url = '', stem = '', folder = ''] = process.argv.slice(2)
const keeper = createResultKeeper({ folder: () => folder, stateOfFolder: async () => 'ready', http: createHttpClient(), probeFile })
process.stdout.write('ready\n')
process.stdout.write(`${JSON.stringify(await keeper.keep({ url, stem, expectedMedium: 'image' }))}\n`)
process.exit(0)
