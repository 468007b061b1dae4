import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { StoryEvent } from '../../electron/core/story.ts'
import { openStudio, type Studio } from '../../electron/studio.ts'
import { runningTask, sampleTask } from '../core/sample-task.ts'
import { openForTest } from '../journal/open-for-test.ts'

const event: StoryEvent = {
  at: 1_000,
  kind: 'submitted',
  phase: 'running',
  httpStatus: 200,
  errorType: null,
  requestId: null,
  note: null,
  reference: null
}
const running = 450

/** A studio without an account on a journal with running and cancelled tasks. */
async function openWithHistory(): Promise<Studio> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-history-'))
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const journal = await openForTest(join(dataDir, 'journal.db'))
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

describe('a studio with a long history', () => {
  it('wakes all tasks that wait, and lets other work run in between', async () => {
    const studio = await openWithHistory()
    const woken = new Set<string>()
    studio.subscribe((news) => {
      if (news.kind === 'task') woken.add(news.task.id)
    })
    studio.wake()
    expect(woken.size).toBeGreaterThan(0)
    expect(woken.size).toBeLessThan(running)
    await expect.poll(() => woken.size, { timeout: 30_000 }).toBe(running)
  })

  it('gives the same tasks in pages as at once', async () => {
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
    expect(studio.tasks({ phases: ['cancelled'], limit: 3 }).map(({ id }) => id)).toEqual(['old-449', 'old-448', 'old-447'])
    expect(studio.countByPhase()).toEqual({ running, cancelled: running })
  })
})
