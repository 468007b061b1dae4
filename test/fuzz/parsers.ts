import { mkdtemp, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomFrom } from '../crash/random-from.ts'
import { answerParsers } from './answer-parsers.ts'
import { fileParsers } from './file-parsers.ts'
import { linkParsers } from './link-parsers.ts'
import type { Parser } from './parser.ts'
import { uploadCommandParsers } from './upload-command-parsers.ts'

/** `readAs`: how many different things its inputs were read as, reasons of refusal among them. */
export type ParserReport = {
  readonly name: string
  readonly inputs: number
  readonly readAs: number
  readonly slowestInMs: number
  readonly faults: readonly string[]
}

const parsers: readonly Parser[] = [...uploadCommandParsers, ...answerParsers, ...fileParsers, ...linkParsers]
export const million = parsers.reduce((sum, { share }) => sum + share, 0)

/** Time of the processor that one input may take; those of usual size take far less than a hundredth of it. */
const longestStepInMs = 1_000
const mostFaults = 20

/** Lets every parser read what was made wrong of something right: none throws, hangs, or lets through what leaves its bounds. `inputs` is shared out. */
export async function fuzzParsers(wish: {
  readonly inputs: number
  readonly seed: number
  readonly only?: string
  /** Whether an input that takes too much time of the processor is a fault. Only for runs that have a machine for themselves. */
  readonly limitsTime?: boolean
  readonly onProgress?: (what: string) => void
}): Promise<readonly ParserReport[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-fuzz-parsers-'))
  const reports: ParserReport[] = []
  try {
    for (const [place, parser] of parsers.entries()) {
      if (wish.only !== undefined && !parser.name.includes(wish.only)) continue
      const own = join(folder, String(place))
      await mkdir(own)
      reports.push(await fuzzParser(parser, own, { ...wish, inputs: Math.ceil((wish.inputs * parser.share) / million) }))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return reports
}

async function fuzzParser(
  { name, open }: Parser,
  folder: string,
  wish: { readonly inputs: number; readonly seed: number; readonly limitsTime?: boolean; readonly onProgress?: (what: string) => void }
): Promise<ParserReport> {
  const { attempt, close } = await open(folder)
  const faults: string[] = []
  const readAs = new Set<string>()
  let slowestInMs = 0
  const fault = (text: string): void => {
    if (faults.length < mostFaults) faults.push(text.slice(0, 600))
  }
  const onRejection = (error: unknown): void => fault(`${name}: a rejection that nobody handled: ${String(error)}`)
  process.on('unhandledRejection', onRejection)
  for (let place = 0; place < wish.inputs; place += 1) {
    // Each input has a beginning of its own, so that one can be made again without those before it.
    const seed = wish.seed * 1_000_003 + place
    if (place % 500 === 0) wish.onProgress?.(`${name} #${place}`)
    const before = process.threadCpuUsage()
    try {
      const tried = attempt(randomFrom(seed))
      const { read, fault: found, input } = tried instanceof Promise ? await tried : tried
      if (readAs.size < 10_000) readAs.add(read)
      if (found !== null) fault(`${name} #${place} (seed ${seed}): ${found} ${preview(input)}`)
    } catch (error) {
      fault(`${name} #${place} (seed ${seed}): it threw ${error instanceof Error ? (error.stack ?? '').slice(0, 300) : String(error)}`)
    }
    const { user, system } = process.threadCpuUsage(before)
    const tookInMs = (user + system) / 1_000
    slowestInMs = Math.max(slowestInMs, tookInMs)
    if (wish.limitsTime === true && tookInMs > longestStepInMs)
      fault(`${name} #${place} (seed ${seed}): it took ${Math.round(tookInMs)} ms of the processor.`)
  }
  process.off('unhandledRejection', onRejection)
  close?.()
  if (Object.hasOwn(Object.prototype, 'polluted')) fault(`${name}: an input reached the prototype of all objects.`)
  return { name, inputs: wish.inputs, readAs: readAs.size, slowestInMs: Math.round(slowestInMs), faults }
}

function preview(input: unknown): string {
  const text = Buffer.isBuffer(input) ? `${input.length} bytes` : (JSON.stringify(input) ?? String(input))
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length})` : text
}
