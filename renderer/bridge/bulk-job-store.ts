import { createStore } from 'zustand/vanilla'
import type { LibraryProgress } from '../../shared/library/library.ts'
import { subscribe, request } from './kiln.ts'

/** A running request that affects many items. */
export type BulkJob = {
  readonly job: string
  readonly title: string
  readonly done: number
  readonly total: number
  readonly canStop: boolean
  readonly isStopping: boolean
}

/** Jobs whose progress is shown, oldest first. */
export const bulkJobStore = createStore<readonly BulkJob[]>(() => [])

/** A job with at least this many items is shown immediately. A smaller job is shown only after `shownAfterInMs`. */
const shownFromCount = 200
const shownAfterInMs = 800

const titles = new Map<string, { readonly title: string; readonly canStop: boolean }>()
let isFollowed = false

/**
 * Calls `ask` with a new job ID, and shows the job's progress until `ask` settles. `total` is the number of items, if the page knows the
 * number. A large job with a known total is shown before main responds. `canStop` is false for an undo, which can't be stopped.
 */
export async function withProgress<T>(
  { title, canStop, total }: { readonly title: string; readonly canStop: boolean; readonly total?: number },
  ask: (job: string) => Promise<T>
): Promise<T> {
  followJobs()
  const job = crypto.randomUUID()
  titles.set(job, { title, canStop })
  if (total !== undefined && total >= shownFromCount) show({ job, done: 0, total })
  try {
    return await ask(job)
  } finally {
    titles.delete(job)
    bulkJobStore.setState((jobs) => jobs.filter((one) => one.job !== job), true)
  }
}

/** Stops a job. Changes that the job has already made aren't reverted. */
export function stopJob(job: string): void {
  bulkJobStore.setState((jobs) => jobs.map((one) => (one.job === job ? { ...one, isStopping: true } : one)), true)
  void request('library.stop', { job })
}

function followJobs(): void {
  if (isFollowed) return
  isFollowed = true
  subscribe('library.progress', (progress) => {
    const isShown = bulkJobStore.getState().some(({ job }) => job === progress.job)
    // Main reports `done: 0` only once, when a job begins. Each job therefore starts only one timer.
    if (isShown || progress.total >= shownFromCount) show(progress)
    else if (progress.done === 0) setTimeout(() => show(progress), shownAfterInMs)
  })
}

function show(progress: LibraryProgress): void {
  const known = titles.get(progress.job)
  if (known === undefined) return
  bulkJobStore.setState((jobs) => {
    const before = jobs.find(({ job }) => job === progress.job)
    // The timer passes outdated progress from the start of the job, so the larger count is kept.
    const now = { ...known, isStopping: false, ...before, ...progress, done: Math.max(progress.done, before?.done ?? 0) }
    return before === undefined ? [...jobs, now] : jobs.map((one) => (one === before ? now : one))
  }, true)
}
