import type { LibraryProgress } from '../../shared/library.ts'

/** Passed to the work: an abort signal, and a callback for the number of finished items. */
type JobRun = { readonly signal: AbortSignal; readonly report: (done: number) => void }

export type BulkJobs = {
  /**
   * `job`: the page's ID for the job. Undefined if the page doesn't follow it. The job is announced at once, so that the page has something
   * to show.
   */
  readonly run: <T>(job: string | undefined, total: number, work: (run: JobRun) => Promise<T>) => Promise<T>
  /** Stops a job after its current item. Finished items aren't reverted. */
  readonly stop: (job: string) => void
}

/** Interval of announcements. Pages don't draw progress more often. */
const announcedEveryInMs = 100

export function createBulkJobs(announce: (progress: LibraryProgress) => void): BulkJobs {
  const running = new Map<string, AbortController>()
  return {
    run: async (job, total, work) => {
      if (job === undefined) return work({ signal: new AbortController().signal, report: () => undefined })
      const stopping = new AbortController()
      running.set(job, stopping)
      let announcedAt = performance.now()
      announce({ job, done: 0, total })
      try {
        return await work({
          signal: stopping.signal,
          report: (done) => {
            if (performance.now() - announcedAt < announcedEveryInMs) return
            announcedAt = performance.now()
            announce({ job, done, total })
          }
        })
      } finally {
        running.delete(job)
      }
    },
    stop: (job) => running.get(job)?.abort()
  }
}
