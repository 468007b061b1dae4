import { describe, expect, it } from 'vitest'
import { createBulkJobRunner } from '../../../electron/ipc/bulk-job-runner.ts'
import type { LibraryProgress } from '../../../shared/library/library.ts'

describe('a bulk job', () => {
  it('is announced before its work starts, and can be stopped by its name', async () => {
    const told: LibraryProgress[] = []
    const jobs = createBulkJobRunner((progress) => told.push(progress))
    const stopped = await jobs.run('one', 12_000, async ({ signal }) => {
      expect(told).toEqual([{ job: 'one', done: 0, total: 12_000 }])
      jobs.stop('another')
      expect(signal.aborted).toBe(false)
      jobs.stop('one')
      return signal.aborted
    })
    expect(stopped).toBe(true)
  })

  it('is removed when it fails', async () => {
    const jobs = createBulkJobRunner(() => undefined)
    const failing = jobs.run('one', 1, async () => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    jobs.stop('one')
    expect(await jobs.run('one', 1, async ({ signal }) => signal.aborted)).toBe(false)
  })

  it('without a name is not announced', async () => {
    const told: LibraryProgress[] = []
    expect(await createBulkJobRunner((progress) => told.push(progress)).run(undefined, 3, async () => 'done')).toBe('done')
    expect(told).toEqual([])
  })
})
