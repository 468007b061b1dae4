import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { IdleDelays } from './idle-child.ts'
import { historyFileCount, historyLibraryDir, prepareLongHistory, historyTaskCount } from './prepare-long-history.ts'
import { openInstantService } from './instant-service.ts'
import type { BenchReport, BenchRow } from './report.ts'
import type { ResponsiveOptions, ResponsiveStageReport } from './responsive-child.ts'
import type { EventLoopDelays } from './event-loop-delay.ts'

/** How long the studio is used, in milliseconds. The first backup begins after a minute. */
const livesForInMs = 80_000
const fillsForInMs = 8_000
const lockedForInMs = 3_000
const betweenLocksInMs = 9_000
const maxP99InMs = 16
const maxDelayInMs = 50
const maxClosingInMs = 500

/**
 * Measures the event loop delay of a studio with years of data. The studio opens, is used and closes. An idle process is measured for
 * comparison. During use, a backup is made and another program occasionally locks the journal.
 */
export async function run(): Promise<BenchReport> {
  const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#446688' } })
    .jpeg()
    .toBuffer()
  const used = await measure(picture, { isIndexed: true, isUsed: true, livesForInMs })
  const filling = await measure(picture, { isIndexed: false, isUsed: false, livesForInMs: fillsForInMs })
  return {
    title: `Responsiveness: ${historyTaskCount} tasks, ${historyFileCount} files, a backup, and a journal locked at times for ${lockedForInMs / 1_000} s`,
    rows: [
      ...delayRows('opening', used.opening),
      ...delayRows('in use', used.living),
      { name: 'in use: completed actions', value: describe(used.living.figures) },
      ...delayRows('closing', used.closing),
      closingRow('closing', used.closing),
      ...delayRows('filling the index', filling.living),
      closingRow('closing while filling the index', filling.closing)
    ]
  }
}

type Measured = ResponsiveStageReport & { readonly idle: IdleDelays }
type Stages = { readonly [Name in ResponsiveStageReport['stage']]: Measured }

async function measure(
  picture: Buffer,
  how: Pick<ResponsiveOptions, 'isUsed' | 'livesForInMs'> & { readonly isIndexed: boolean }
): Promise<Stages> {
  const dataDir = await prepareLongHistory(how)
  const service = await openInstantService(picture)
  const idle = start('idle-child.ts', [join(dataDir, 'disk-probe')])
  // Gives the disk time to become idle after the data folder was written.
  await wait(3_000)
  await idle.ask()
  const { isUsed, livesForInMs: forInMs } = how
  const order: ResponsiveOptions = { dataDir, libraryDir: historyLibraryDir, baseUrl: service.baseUrl, livesForInMs: forInMs, isUsed }
  const studio = start('responsive-child.ts', [JSON.stringify(order)])
  const stages: Partial<Record<ResponsiveStageReport['stage'], Measured>> = {}
  const locking = new AbortController()
  try {
    for (const name of ['opening', 'living', 'closing'] as const) {
      const stage = (await studio.next()) as ResponsiveStageReport
      stages[name] = { ...stage, idle: (await idle.ask()) as IdleDelays }
      if (name === 'opening' && isUsed) void lockNowAndThen(join(dataDir, 'journal.db'), locking.signal)
      else locking.abort()
    }
  } finally {
    locking.abort()
    for (const { child } of [studio, idle]) child.kill()
    service.close()
  }
  return stages as Stages
}

type Child = { readonly child: ChildProcess; readonly next: () => Promise<unknown>; readonly ask: () => Promise<unknown> }

function start(name: string, more: readonly string[]): Child {
  const child = spawn(process.execPath, [fileURLToPath(new URL(name, import.meta.url)), ...more], { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<unknown> => {
    const answer = await answers.next()
    if (answer.done === true) throw new Error(`${name} exited.`)
    return JSON.parse(answer.value) as unknown
  }
  const ask = (): Promise<unknown> => {
    child.stdin.write('\n')
    return next()
  }
  return { child, next, ask }
}

/** Repeatedly holds the write lock for a few seconds, as another program might. */
async function lockNowAndThen(path: string, signal: AbortSignal): Promise<void> {
  const database = new DatabaseSync(path, { timeout: 5_000 })
  try {
    for (;;) {
      await wait(betweenLocksInMs, undefined, { signal })
      database.exec('BEGIN IMMEDIATE')
      await wait(lockedForInMs, undefined, { signal })
      database.exec('ROLLBACK')
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    database.close()
  }
}

function delayRows(name: string, { delays, idle, tookInMs }: Measured): readonly BenchRow[] {
  const { p99InMs, ownP99InMs, maxInMs, ownMaxInMs, cpuMaxInMs } = delays
  return [
    {
      name: `${name}: delay p99`,
      value: `${ms(ownP99InMs)} over ${(tookInMs / 1_000).toFixed(1)} s, with waits for a core ${ms(p99InMs)}, idle process ${ms(idle.p99InMs)}`,
      gate: `at most ${maxP99InMs} ms`,
      ok: ownP99InMs <= maxP99InMs
    },
    {
      name: `${name}: longest delay`,
      value: `${ms(ownMaxInMs)}, computing ${ms(cpuMaxInMs)}, with waits for a core ${ms(maxInMs)}, idle process ${ms(idle.maxInMs)} (own ${ms(idle.ownMaxInMs)}, longest sync to disk ${ms(idle.longestSyncInMs)})`,
      gate: `at most ${maxDelayInMs} ms`,
      ok: ownMaxInMs <= maxDelayInMs
    },
    { name: `${name}: delays above 15 ms`, value: spikesOf(delays, idle) }
  ]
}

/**
 * Formats the 12 longest spikes, in milliseconds. Each has its CPU time, delay without waits for a core, and total delay. `also idle`: the
 * idle process was delayed at the same time.
 */
function spikesOf({ spikes }: EventLoopDelays, idle: EventLoopDelays): string {
  if (spikes.length === 0) return 'none'
  const words = spikes
    .toSorted((one, other) => other.ownInMs - one.ownInMs)
    .slice(0, 12)
    .map(({ at, delayInMs, ownInMs, cpuInMs }) => {
      const isShared = idle.spikes.some((other) => other.at >= at - delayInMs && other.at - other.delayInMs <= at)
      return `${cpuInMs.toFixed(0)}/${ownInMs.toFixed(0)}/${delayInMs.toFixed(0)}${isShared ? ' (also idle)' : ''}`
    })
  return `${spikes.length}: ${words.join(', ')}`
}

function closingRow(name: string, { tookInMs }: Measured): BenchRow {
  return { name, value: ms(tookInMs), gate: `at most ${maxClosingInMs} ms`, ok: tookInMs <= maxClosingInMs }
}

function describe(figures: Readonly<Record<string, number>>): string {
  return Object.entries(figures)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}
