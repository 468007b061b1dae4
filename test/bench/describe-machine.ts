import { createHash } from 'node:crypto'
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { measureEventLoopDelay } from './event-loop-delay.ts'

const block = Buffer.alloc(1024 ** 2, 7)

/**
 * Describes this machine, such as "2 × AMD EPYC; SHA-256 1,700 MB/s; …". A benchmark's limits in milliseconds are meaningful only together
 * with this description.
 */
export async function describeMachine(): Promise<string> {
  const stop = measureEventLoopDelay()
  await sleep(2_000)
  const idle = stop()
  const processors = cpus()
  return [
    `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}`,
    `SHA-256 ${Math.round(digestRate())} MB/s`,
    `4 KiB append with fdatasync ${Math.round(await flushRate())}/s`,
    `event-loop delay of an idle process p99 ${idle.p99InMs.toFixed(1)} ms, longest ${idle.maxInMs.toFixed(1)} ms`
  ].join('; ')
}

function digestRate(): number {
  const rounds = 256
  const hash = createHash('sha256')
  const startedAt = performance.now()
  for (let round = 0; round < rounds; round += 1) hash.update(block)
  hash.digest()
  return (rounds * block.length) / 1e3 / (performance.now() - startedAt)
}

async function flushRate(): Promise<number> {
  const appends = 500
  const folder = await mkdtemp(join(tmpdir(), 'kiln-bench-machine-'))
  const file = openSync(join(folder, 'appended'), 'a')
  try {
    const startedAt = performance.now()
    for (let append = 0; append < appends; append += 1) {
      writeSync(file, block, 0, 4_096)
      fdatasyncSync(file)
    }
    return (appends * 1_000) / (performance.now() - startedAt)
  } finally {
    closeSync(file)
    await rm(folder, { recursive: true, force: true })
  }
}
