import { execFile, spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build, mergeConfig } from 'vite'
import type { InlineConfig } from 'vite'
import mainConfig from '../../vite.main.config.ts'

const run = promisify(execFile)

/** Writes random bytes to a file and returns their SHA-256 digest in hex. */
export async function writeRandomFile(path: string, bytes: number): Promise<string> {
  const hash = createHash('sha256')
  await using file = await open(path, 'w')
  // Repeats one random block, numbered with its position each time. The data stays incompressible and no two blocks are equal.
  const block = randomBytes(4 * 1024 * 1024)
  for (let position = 0; position < bytes;) {
    block.writeBigUInt64LE(BigInt(position), 0)
    const chunk = block.subarray(0, Math.min(block.length, bytes - position))
    await file.write(chunk)
    hash.update(chunk)
    position += chunk.length
  }
  await file.sync()
  return hash.digest('hex')
}

export type TransferPeer = { readonly url: string; readonly stop: () => Promise<void> }

/**
 * Builds and starts `peer.c`, which discards request bodies and serves `file`. The program is faster than any client in this folder.
 * Requires gcc.
 */
export async function startTransferPeer(folder: string, file: string): Promise<TransferPeer> {
  const program = join(folder, 'peer')
  await run('gcc', ['-O2', '-pthread', '-o', program, fileURLToPath(new URL('peer.c', import.meta.url))])
  const child = spawn(program, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: `http://127.0.0.1:${port.toString().trim()}/`, stop: () => stop(child) }
}

/** A separate process that responds to each line with a line of JSON. */
export type BenchClient = { readonly ask: <T>(line: string) => Promise<T>; readonly stop: () => Promise<void> }

/**
 * Starts one of the clients in this folder, which read lines from standard input. First bundles the client into `folder` with the app's own
 * settings. Like the app, the client then doesn't load Node's TypeScript support into memory.
 */
export async function startBenchClient(folder: string, name: string, ...more: readonly string[]): Promise<BenchClient> {
  const input = fileURLToPath(new URL(name, import.meta.url))
  const outDir = join(folder, name)
  await build(
    mergeConfig(mainConfig, { configFile: false, logLevel: 'error', build: { outDir, rolldownOptions: { input } } } satisfies InlineConfig)
  )
  const child = spawn(process.execPath, [join(outDir, name.replace(/ts$/, 'js')), ...more], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const answers = lines[Symbol.asyncIterator]()
  return {
    ask: async <T>(line: string) => {
      child.stdin.write(`${line}\n`)
      const answer = await answers.next()
      if (answer.done === true) throw new Error(`${name} exited.`)
      return JSON.parse(answer.value) as T
    },
    stop: () => stop(child)
  }
}

/** Runs curl and returns the duration that curl reports, in seconds. It excludes the start of curl's process. */
export async function measureCurlSeconds(...more: readonly string[]): Promise<number> {
  const { stdout } = await run('curl', ['-sS', '--fail', '-w', '\n%{time_total}', ...more], { maxBuffer: 1024 * 1024 })
  return Number(stdout.trim().split('\n').at(-1))
}

export function throughputText(bytes: number, seconds: number): string {
  return `${Math.round(bytes / 1024 / 1024 / seconds)} MiB/s`
}

async function stop(child: ChildProcessByStdio<Writable, Readable, null>): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.stdin.end()
  await ended
}
