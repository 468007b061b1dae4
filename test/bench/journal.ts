import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { historyEventOf } from '../../electron/tasks/machine/history-event.ts'
import type { Journal } from '../../electron/tasks/journal/open-journal.ts'
import { openTestJournal } from '../electron/tasks/journal/open-test-journal.ts'
import { sampleTask, runningTask } from '../electron/tasks/machine/sample-task.ts'
import { type BenchReport, medianOf, percentileOf } from './report.ts'

const tasks = 10_000
const transitions = 4_000
const rounds = 5

/**
 * Measures journal transitions per second, each with its own durable commit. The peer has the minimum cost of durability: a raw 4 KiB
 * append with fdatasync.
 */
export async function run(): Promise<BenchReport> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-bench-journal-'))
  try {
    const journal = await openTestJournal(join(folder, 'journal.db'))
    for (let index = 0; index < tasks; index += 1) {
      const task = sampleTask({ id: `task-${index}`, idempotencyKey: `key-${index}` })
      journal.insert(task, historyEventOf({ kind: 'restarted' }, { phase: 'queued', credits: 'not-sent', key: task.idempotencyKey }, 1_000))
    }
    const ours: number[] = []
    const raw: number[] = []
    const commits: number[] = []
    const appends: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      raw.push(appendRate(join(folder, `raw-${round}`), appends))
      ours.push(transitionRate(journal, round, commits))
    }
    journal.close()
    const ratio = medianOf(ours.map((rate, index) => rate / (raw[index] ?? Number.NaN)))
    return {
      title: `Journal: ${transitions} transitions over ${tasks} tasks, median of ${rounds} rounds`,
      rows: [
        { name: 'raw 4 KiB append + fdatasync', value: `${Math.round(medianOf(raw))}/s, p99 ${percentileOf(appends, 0.99).toFixed(2)} ms` },
        {
          name: 'journal transition (WAL, FULL)',
          value: `${Math.round(medianOf(ours))}/s, p99 ${percentileOf(commits, 0.99).toFixed(2)} ms`
        },
        { name: 'ratio', value: `${ratio.toFixed(2)}x`, gate: 'at least 0.70x', ok: ratio >= 0.7 }
      ]
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function appendRate(path: string, times: number[]): number {
  const block = Buffer.alloc(4_096, 7)
  const file = openSync(path, 'a')
  const startedAt = performance.now()
  for (let index = 0; index < transitions; index += 1) {
    const at = performance.now()
    writeSync(file, block)
    fdatasyncSync(file)
    times.push(performance.now() - at)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  closeSync(file)
  return transitions / seconds
}

function transitionRate(journal: Journal, round: number, times: number[]): number {
  const startedAt = performance.now()
  for (let index = 0; index < transitions; index += 1) {
    const id = (index * 7_919 + round) % tasks
    const task = runningTask({ id: `task-${id}`, idempotencyKey: `key-${id}`, body: null, status: `step ${index}` })
    const event = historyEventOf(
      {
        kind: 'queried',
        answer: {
          status: `step ${index}`,
          urls: [],
          failureMessage: null,
          creditsRequired: null,
          creditsConsumed: 5,
          usageDeferred: null,
          retryAfterInMs: null
        },
        stems: [],
        httpStatus: 200,
        requestId: 'req-0123456789'
      },
      { phase: 'running', credits: 'charged', key: task.idempotencyKey },
      1_000 + index
    )
    const at = performance.now()
    journal.write([{ record: task, event }])
    times.push(performance.now() - at)
  }
  return transitions / ((performance.now() - startedAt) / 1_000)
}
