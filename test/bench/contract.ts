import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { BenchReport } from './report.ts'
import { medianOf } from './report.ts'

const runFile = promisify(execFile)
const turns = 3

/**
 * Parses, joins and indexes 6,300 capabilities. The peer uses `JSON.parse` and a public validator on the same OpenAPI document. The
 * validator is ajv with the OpenAPI 3.1 schema of `@seriousme/openapi-schema-validator`. The two sides alternate, each in its own process.
 */
export async function run(): Promise<BenchReport> {
  const ours: number[] = []
  const peer: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    ours.push(...(await timesOf('ours')))
    peer.push(...(await timesOf('peer')))
  }
  const ratio = medianOf(ours) / medianOf(peer)
  return {
    title: `Contract with 6,300 capabilities (catalog of 3 MB, OpenAPI of 36 MB), median of ${ours.length}`,
    rows: [
      { name: 'Kiln: both documents parsed, joined and searchable', value: `${Math.round(medianOf(ours))} ms` },
      { name: 'JSON.parse of the OpenAPI document and validation with Ajv', value: `${Math.round(medianOf(peer))} ms` },
      { name: 'ratio', value: `${ratio.toFixed(2)}x`, gate: 'under 1.0', ok: ratio < 1 }
    ]
  }
}

async function timesOf(side: 'ours' | 'peer'): Promise<readonly number[]> {
  const { stdout } = await runFile(process.execPath, [fileURLToPath(new URL('contract-child.ts', import.meta.url)), side])
  return JSON.parse(stdout) as readonly number[]
}
