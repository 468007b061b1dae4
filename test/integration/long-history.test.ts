import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createKnownKeys } from '../../electron/accounts/known-keys.ts'
import type { TaskHistoryEvent } from '../../electron/tasks/machine/history-event.ts'
import { type ConnectionOptions, openStudio, type Studio } from '../../electron/studio.ts'
import type { Batch } from '../../shared/form/batch/batch.ts'
import { runningTask, sampleTask } from '../electron/tasks/machine/sample-task.ts'
import { openTestJournal } from '../electron/tasks/journal/open-test-journal.ts'
import { connectTo } from './connect-to.ts'
import { Secret } from '../../electron/accounts/secret.ts'

const event: TaskHistoryEvent = {
  at: 1_000,
  kind: 'submitted',
  phase: 'running',
  httpStatus: 200,
  errorType: null,
  requestId: null,
  note: null,
  detail: null,
  reference: null
}
const running = 600
const rows = 1_200

/** Opens a studio with no account, on a journal with running and cancelled tasks. */
async function openWithHistory(): Promise<Studio> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-history-'))
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const journal = await openTestJournal(join(dataDir, 'journal.db'))
  for (let number = 0; number < running; number += 1) {
    const own = { id: `task-${number}`, idempotencyKey: `key-${number}`, createdAt: 1_000 + number }
    journal.insert(runningTask({ ...own, taskId: `T${number}` }), event)
    const cancelled = sampleTask({ ...own, id: `old-${number}`, idempotencyKey: `old-key-${number}`, state: { phase: 'cancelled' } })
    journal.insert(cancelled, { ...event, kind: 'cancelled', phase: 'cancelled' })
  }
  journal.close()
  const studio = await openStudio({ dataDir, connection: null })
  onTestFinished(async () => {
    await studio.close()
    await rm(folder, { recursive: true, force: true })
  })
  return studio
}

/** Opens a studio on a journal with a stopped batch whose rows are queued. `connection`: a URL at which no service listens. */
async function openWithStoppedBatch(): Promise<{ readonly studio: Studio; readonly connection: ConnectionOptions }> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-stopped-batch-'))
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const journal = await openTestJournal(join(dataDir, 'journal.db'))
  const batch: Batch = {
    id: 'stopped',
    connectionId: 'default',
    capability: 'imgmodel-image-generator',
    title: { code: 'text', params: { text: 'rows' } },
    way: 'table',
    axes: [],
    count: rows,
    credits: { known: 0, unknownRows: rows },
    isStopped: true,
    createdAt: 1_000
  }
  const entries = Array.from({ length: rows }, (_, row) => {
    const own = {
      id: `row-${row}`,
      idempotencyKey: `key-${row}`,
      createdAt: 1_000,
      batch: { id: batch.id, row: row + 1, name: { code: 'row' as const, params: { row } }, cell: null }
    }
    return { record: sampleTask(own), event: { ...event, kind: 'asked' as const, phase: 'queued' as const } }
  })
  journal.insertBatch(batch, entries)
  const connection = { baseUrl: 'http://127.0.0.1:9', apiKey: new Secret('a-key') }
  await createKnownKeys({ read: journal.meta, write: journal.writeMeta }).remember(batch.connectionId, connection.apiKey)
  journal.close()
  const studio = await openStudio({ dataDir, connection })
  onTestFinished(async () => {
    await studio.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { studio, connection }
}

describe('a studio with a long history', () => {
  it('wakes all waiting tasks, and lets other work run in between', async () => {
    const studio = await openWithHistory()
    const woken = new Set<string>()
    studio.subscribe((studioEvent) => {
      if (studioEvent.kind === 'task') woken.add(studioEvent.task.id)
    })
    studio.wake()
    expect(woken.size).toBeGreaterThan(0)
    expect(woken.size).toBeLessThan(running)
    await expect.poll(() => woken.size).toBe(running)
  })

  it('puts all waiting tasks on hold and releases them, and lets other work run in between', async () => {
    const { studio, connection } = await openWithStoppedBatch()
    const held = (): number => studio.countByPhase().held ?? 0
    await studio.disconnect()
    expect(held()).toBeGreaterThan(0)
    expect(held()).toBeLessThan(rows)
    await expect.poll(held).toBe(rows)
    await connectTo(studio, connection)
    await expect.poll(held).toBe(0)
  })

  it('releases all tasks if the account is confirmed while they’re being put on hold', async () => {
    const { studio, connection } = await openWithStoppedBatch()
    const held = (): number => studio.countByPhase().held ?? 0
    await connectTo(studio, { ...connection, apiKey: new Secret('another-key') })
    expect(held()).toBeGreaterThan(0)
    expect(held()).toBeLessThan(rows)
    studio.confirmSameAccount()
    for (let turn = 0; turn < 20; turn += 1) await setImmediate()
    expect(held()).toBe(0)
  })

  it('returns the same tasks in pages as all at once', async () => {
    const studio = await openWithHistory()
    const all = studio.tasks({ includeHidden: true }).map(({ id }) => id)
    expect(all).toHaveLength(2 * running)
    const pages: string[] = []
    for (;;) {
      const olderThan = pages.at(-1)
      const page = studio.tasks({ limit: 70, ...(olderThan !== undefined && { olderThan }) })
      pages.push(...page.map(({ id }) => id))
      if (page.length < 70) break
    }
    expect(pages).toEqual(all)
    expect(studio.tasks({ phases: ['running'] }).map(({ id }) => id)).toEqual(all.filter((id) => id.startsWith('task-')))
    expect(studio.tasks({ phases: ['cancelled'], limit: 3 }).map(({ id }) => id)).toEqual(['old-599', 'old-598', 'old-597'])
    expect(studio.countByPhase()).toEqual({ running, cancelled: running })
  })
})
