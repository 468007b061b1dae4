import { rm } from 'node:fs/promises'
import { createHttpClient } from '../../electron/api/http-client.ts'
import { createResultKeeper } from '../../electron/library/keep-result.ts'
import { probeFile } from '../../electron/uploads/probe-file.ts'
import { answerLines, peakMemory } from './answer-lines.ts'

/** Keeps what each line names in the folder named on the command line, and throws it away again. */
const [folder = ''] = process.argv.slice(2)
const keeper = createResultKeeper({ folder: () => folder, stateOfFolder: async () => 'ready', http: createHttpClient(), probeFile })

await answerLines(async (url) => {
  const stem = await keeper.reserve({ capability: 'bench', title: 'download', index: 0, count: 1, at: Date.now(), isTaken: () => false })
  const startedAt = performance.now()
  const end = await keeper.keep({ url, stem, expectedMedium: 'model', onProgress: () => undefined })
  const seconds = (performance.now() - startedAt) / 1_000
  if (end.ok) await rm(end.kept.path)
  return { end, seconds, peakBytes: peakMemory() }
})
