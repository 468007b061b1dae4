import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { createHttpClient } from '../../electron/service/http-client.ts'
import { createFileUploader } from '../../electron/uploads/transfer-file.ts'
import { serveStdin, peakMemoryInBytes } from './serve-stdin.ts'

/** Uploads the file named on the command line to the URL on each input line. */
const [path = ''] = process.argv.slice(2)
const transferFile = createFileUploader({ http: createHttpClient() })

await serveStdin(async (url) => {
  const { size, mtimeMs } = await stat(path)
  let reports = 0
  const startedAt = performance.now()
  const end = await transferFile({
    path,
    fileName: basename(path),
    contentType: 'application/octet-stream',
    expected: { bytes: size, modifiedAt: mtimeMs },
    uploadCommand: `curl -T '${basename(path)}' '${url}x'`,
    onProgress: () => (reports += 1)
  })
  const seconds = (performance.now() - startedAt) / 1_000
  return { end, seconds, reports, peakBytes: peakMemoryInBytes() }
})
