import { mkdtemp, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandomStream } from '../crash/seeded-random-stream.ts'
import { responseParsers } from './response-parsers.ts'
import { fileParsers } from './file-parsers.ts'
import { linkParsers } from './link-parsers.ts'
import type { FuzzedParser } from './fuzzed-parser.ts'
import { uploadCommandParsers } from './upload-command-parsers.ts'

/** Results of one parser. `readAs`: number of different `FuzzedParseResult.read` values, at most 10,000. */
export type ParserReport = {
  readonly name: string
  readonly inputs: number
  readonly readAs: number
  readonly slowestInMs: number
  readonly faults: readonly string[]
}

const parsers: readonly FuzzedParser[] = [...uploadCommandParsers, ...responseParsers, ...fileParsers, ...linkParsers]
export const totalParserShare = parsers.reduce((sum, { share }) => sum + share, 0)

/** CPU time limit for one input, in milliseconds. Inputs of normal size take less than a hundredth of this limit. */
const longestStepInMs = 1_000
const mostFaults = 20

/**
 * Runs every parser on corrupted valid inputs. No parser may throw, hang, or accept values out of bounds. `inputs`: total number for all
 * parsers.
 */
export async function fuzzParsers(options: {
  readonly inputs: number
  readonly seed: number
  readonly only?: string
  /** True if an input that exceeds the CPU time limit counts as a fault. Only for dedicated machines, where times are reliable. */
  readonly limitsTime?: boolean
  readonly onProgress?: (what: string) => void
}): Promise<readonly ParserReport[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-fuzz-parsers-'))
  const reports: ParserReport[] = []
  try {
    for (const [place, parser] of parsers.entries()) {
      if (options.only !== undefined && !parser.name.includes(options.only)) continue
      const own = join(folder, String(place))
      await mkdir(own)
      reports.push(await fuzzParser(parser, own, { ...options, inputs: Math.ceil((options.inputs * parser.share) / totalParserShare) }))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return reports
}

async function fuzzParser(
  { name, open }: FuzzedParser,
  folder: string,
  options: { readonly inputs: number; readonly seed: number; readonly limitsTime?: boolean; readonly onProgress?: (what: string) => void }
): Promise<ParserReport> {
  const { attempt, close } = await open(folder)
  const faults: string[] = []
  const readAs = new Set<string>()
  let slowestInMs = 0
  const fault = (text: string): void => {
    if (faults.length < mostFaults) faults.push(text.slice(0, 600))
  }
  const onRejection = (error: unknown): void => fault(`${name}: unhandled rejection: ${String(error)}`)
  process.on('unhandledRejection', onRejection)
  for (let place = 0; place < options.inputs; place += 1) {
    // Each input has its own seed, so that it can be reproduced without the previous inputs.
    const seed = options.seed * 1_000_003 + place
    if (place % 500 === 0) options.onProgress?.(`${name} #${place}`)
    const before = process.threadCpuUsage()
    try {
      const tried = attempt(seededRandomStream(seed))
      const { read, fault: found, input } = tried instanceof Promise ? await tried : tried
      if (readAs.size < 10_000) readAs.add(read)
      if (found !== null) fault(`${name} #${place} (seed ${seed}): ${found} ${preview(input)}`)
    } catch (error) {
      fault(`${name} #${place} (seed ${seed}): it threw ${error instanceof Error ? (error.stack ?? '').slice(0, 300) : String(error)}`)
    }
    const { user, system } = process.threadCpuUsage(before)
    const tookInMs = (user + system) / 1_000
    slowestInMs = Math.max(slowestInMs, tookInMs)
    if (options.limitsTime === true && tookInMs > longestStepInMs)
      fault(`${name} #${place} (seed ${seed}): it took ${Math.round(tookInMs)} ms of CPU time.`)
  }
  process.off('unhandledRejection', onRejection)
  close?.()
  if (Object.hasOwn(Object.prototype, 'polluted')) fault(`${name}: an input polluted Object.prototype.`)
  return { name, inputs: options.inputs, readAs: readAs.size, slowestInMs: Math.round(slowestInMs), faults }
}

function preview(input: unknown): string {
  const text = Buffer.isBuffer(input) ? `${input.length} bytes` : (JSON.stringify(input) ?? String(input))
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length})` : text
}
