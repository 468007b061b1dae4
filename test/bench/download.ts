import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchReport } from './report.ts'
import { medianOf } from './report.ts'
import { measureCurlSeconds, throughputText, startBenchClient, startTransferPeer, writeRandomFile } from './transfer-peer.ts'

const bytes = 1024 ** 3
const rounds = 5

type DownloadRun = {
  end: { ok: true; file: { bytes: number; sha256: string } } | { ok: false; fault: unknown }
  seconds: number
  peakBytes: number
}

/**
 * Downloads 1 GiB from a peer that uses sendfile. The machine's limit is the slower of `curl -o` and SHA-256. Compares `curl -o`, curl
 * followed by a flush to disk, and Kiln, in alternation. Kiln also computes the digest, flushes and renames.
 */
export async function run(): Promise<BenchReport> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-bench-download-'))
  try {
    const path = join(folder, 'download.bin')
    const sha256 = await writeRandomFile(path, bytes)
    const library = join(folder, 'library')
    await mkdir(library)
    const peer = await startTransferPeer(folder, path)
    const client = await startBenchClient(folder, 'download-client.ts', library)
    const target = join(folder, 'curl.bin')
    const curl: number[] = []
    const flushed: number[] = []
    const hashed: number[] = []
    const kiln: DownloadRun[] = []
    let isRight = true
    // The first round is a warm-up.
    for (let round = 0; round <= rounds; round += 1) {
      const plainTook = await measureCurlSeconds('-o', target, peer.url)
      const flushStartedAt = performance.now()
      await promisify(execFile)('sync', [target])
      const flushTook = plainTook + (performance.now() - flushStartedAt) / 1_000
      await rm(target)
      const hashTook = await measureDigestSeconds(path)
      const kept = await client.ask<DownloadRun>(peer.url)
      isRight &&= kept.end.ok && kept.end.file.sha256 === sha256 && kept.end.file.bytes === bytes
      if (round > 0) {
        curl.push(plainTook)
        flushed.push(flushTook)
        hashed.push(hashTook)
        kiln.push(kept)
      }
    }
    await Promise.all([peer.stop(), client.stop()])

    const curlMedian = medianOf(curl)
    const kilnMedian = medianOf(kiln.map(({ seconds }) => seconds))
    const hashMedian = medianOf(hashed)
    const ratio = Math.max(curlMedian, hashMedian) / kilnMedian
    const peak = Math.max(...kiln.map(({ peakBytes }) => peakBytes)) / 1e6
    return {
      title: `Download: 1 GiB over loopback to disk, medians of ${rounds} alternating rounds (peer: a C program with sendfile)`,
      rows: [
        { name: 'curl -o', value: `${curlMedian.toFixed(3)} s, ${throughputText(bytes, curlMedian)}` },
        { name: 'curl -o with a flush', value: `${medianOf(flushed).toFixed(3)} s, ${throughputText(bytes, medianOf(flushed))}` },
        { name: 'SHA-256 of the cached file', value: `${hashMedian.toFixed(3)} s, ${throughputText(bytes, hashMedian)}` },
        {
          name: 'Kiln, with digest, flush and rename',
          value: `${kilnMedian.toFixed(3)} s, ${throughputText(bytes, kilnMedian)}, ${ratio.toFixed(2)} x the limit, ${(curlMedian / kilnMedian).toFixed(2)} x curl -o, ${(medianOf(flushed) / kilnMedian).toFixed(2)} x with its flush`,
          gate: 'at least 0.5 x the slower of curl -o and SHA-256',
          ok: ratio >= 0.5
        },
        { name: 'SHA-256 of the saved file', value: isRight ? 'correct' : 'WRONG', gate: 'correct', ok: isRight },
        { name: 'peak memory of the process (RSS)', value: `${peak.toFixed(0)} MB`, gate: 'at most 200 MB', ok: peak <= 200 }
      ]
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureDigestSeconds(path: string): Promise<number> {
  const startedAt = performance.now()
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 ** 2 })) hash.update(chunk as Buffer)
  hash.digest()
  return (performance.now() - startedAt) / 1_000
}
