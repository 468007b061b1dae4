import type { LibraryProgress } from '../../shared/library/library.ts'

/** Passed to `work`. `signal`: aborts if the job is stopped. `report`: call with the number of finished items. */
type JobRun = { readonly signal: AbortSignal; readonly report: (done: number) => void }

export type BulkJobRunner = {
  /**
   * Runs `work`. `job`: the page's ID for the job. Undefined if the page doesn't show progress. `total`: number of items. The first
   * progress event is sent immediately, so that the page can show the job.
   */
  readonly run: <T>(job: string | undefined, total: number, work: (run: JobRun) => Promise<T>) => Promise<T>
  /** Stops a job after its current item. Finished items aren't reverted. */
  readonly stop: (job: string) => void
}

/** Minimum time between progress events. Pages don't redraw more often. */
const announcedEveryInMs = 100

export function createBulkJobRunner(announce: (progress: LibraryProgress) => void): BulkJobRunner {
  const running = new Map<string, AbortController>()
  return {
    run: async (job, total, work) => {
      if (job === undefined) return work({ signal: new AbortController().signal, report: () => undefined })
      const stopping = new AbortController()
      running.set(job, stopping)
      let latest = 0
      let pending: NodeJS.Timeout | undefined
      announce({ job, done: 0, total })
      try {
        return await work({
          signal: stopping.signal,
          report: (done) => {
            latest = done
            pending ??= setTimeout(() => {
              pending = undefined
              announce({ job, done: latest, total })
            }, announcedEveryInMs)
          }
        })
      } finally {
        clearTimeout(pending)
        running.delete(job)
      }
    },
    stop: (job) => running.get(job)?.abort()
  }
}
