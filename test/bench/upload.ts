import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchReport } from './report.ts'
import { medianOf } from './report.ts'
import { measureCurlSeconds, throughputText, startBenchClient, startTransferPeer, writeRandomFile } from './transfer-peer.ts'

const bytes = 1024 ** 3
const rounds = 5

type Sent = { end: { ok: boolean }; seconds: number; reports: number; peakBytes: number }

/**
 * Uploads 1 GiB to a peer that discards it. Alternates between `curl -T` and Kiln's transfer in its own process. Then uploads to receivers
 * that compute the digest.
 */
export async function run(): Promise<BenchReport> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-bench-upload-'))
  try {
    const path = join(folder, 'upload.bin')
    const sha256 = await writeRandomFile(path, bytes)
    const peer = await startTransferPeer(folder, path)
    const client = await startBenchClient(folder, 'upload-client.ts', path)
    const curl: number[] = []
    const kiln: Sent[] = []
    // The first round is a warm-up.
    for (let round = 0; round <= rounds; round += 1) {
      const curlTook = await measureCurlSeconds('-T', path, `${peer.url}x`)
      const sent = await client.ask<Sent>(peer.url)
      if (!sent.end.ok) throw new Error(`The upload failed: ${JSON.stringify(sent.end)}`)
      if (round > 0) {
        curl.push(curlTook)
        kiln.push(sent)
      }
    }
    await peer.stop()

    const receiver = await startBenchClient(folder, 'digest-receiver.ts')
    const { port } = await receiver.ask<{ port: number }>('port')
    const arrived: Record<string, boolean> = {}
    let slowSeconds = 0
    for (const pace of ['fast', 'slow']) {
      const sending = client.ask<Sent>(`http://127.0.0.1:${port}/${pace}/`)
      arrived[pace] = (await receiver.ask<{ sha256: string }>('digest')).sha256 === sha256
      slowSeconds = (await sending).seconds
    }
    const last = await client.ask<Sent>(`http://127.0.0.1:${port}/fast/`)
    await Promise.all([receiver.stop(), client.stop()])

    const curlMedian = medianOf(curl)
    const kilnMedian = medianOf(kiln.map((sent) => sent.seconds))
    const ratio = curlMedian / kilnMedian
    const peak = last.peakBytes / 1e6
    return {
      title: `Upload: 1 GiB over loopback, medians of ${rounds} alternating rounds (peer: a C program that discards all data)`,
      rows: [
        { name: 'curl -T', value: `${curlMedian.toFixed(3)} s, ${throughputText(bytes, curlMedian)}` },
        {
          name: 'Kiln, with progress',
          value: `${kilnMedian.toFixed(3)} s, ${throughputText(bytes, kilnMedian)}, ${ratio.toFixed(2)} x curl`,
          gate: 'at least 0.5 x curl (aim: 0.9 x)',
          ok: ratio >= 0.5
        },
        { name: 'progress reports per upload', value: String(medianOf(kiln.map((sent) => sent.reports))) },
        {
          name: 'SHA-256 of the received file',
          value: arrived['fast'] === true ? 'correct' : 'WRONG',
          gate: 'correct',
          ok: arrived['fast'] === true
        },
        {
          name: 'SHA-256 with a slow receiver',
          value: `${arrived['slow'] === true ? 'correct' : 'WRONG'}, ${slowSeconds.toFixed(1)} s`,
          gate: 'correct',
          ok: arrived['slow'] === true
        },
        { name: 'peak memory of the process (RSS)', value: `${peak.toFixed(0)} MB`, gate: 'at most 150 MB (aim: 110 MB)', ok: peak <= 150 }
      ]
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
