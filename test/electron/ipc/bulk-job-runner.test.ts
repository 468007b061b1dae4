import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBulkJobRunner } from '../../../electron/ipc/bulk-job-runner.ts'
import type { LibraryProgress } from '../../../shared/library/library.ts'

describe('the progress of a bulk job', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is sent at most every 100 ms, and its last number is sent even if the next item takes long', async () => {
    const sent: LibraryProgress[] = []
    const { promise: lastItem, resolve: finishLastItem } = Promise.withResolvers<void>()
    const job = createBulkJobRunner((progress) => sent.push(progress)).run('job', 3, async ({ report }) => {
      report(1)
      report(2)
      await lastItem
      report(3)
    })
    expect(sent.map(({ done }) => done)).toEqual([0])
    await vi.advanceTimersByTimeAsync(100)
    expect(sent.map(({ done }) => done)).toEqual([0, 2])
    finishLastItem()
    await job
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent.map(({ done }) => done)).toEqual([0, 2])
  })
})
