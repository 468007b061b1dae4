import { rm } from 'node:fs/promises'
import { createHttpClient } from '../../electron/service/http-client.ts'
import { createResultWriter } from '../../electron/library/downloads/save-result.ts'
import { probeFile } from '../../electron/uploads/probe-file.ts'
import { serveStdin, peakMemoryInBytes } from './serve-stdin.ts'

/** Downloads the URL on each input line into the folder named on the command line. Then deletes the file. */
const [folder = ''] = process.argv.slice(2)
const keeper = createResultWriter({ folder: () => folder, stateOfFolder: async () => 'ready', http: createHttpClient(), probeFile })

await serveStdin(async (url) => {
  const stem = await keeper.reserve({ capability: 'bench', title: 'download', index: 0, count: 1, at: Date.now(), isTaken: () => false })
  const startedAt = performance.now()
  const end = await keeper.save({ url, stem, expectedMedium: 'model', onProgress: () => undefined })
  const seconds = (performance.now() - startedAt) / 1_000
  if (end.ok) await rm(end.file.path)
  return { end, seconds, peakBytes: peakMemoryInBytes() }
})
