import { parentPort, workerData } from 'node:worker_threads'
import { quickCheckDatabase } from './check-file.ts'
import { copyDatabase } from './copy-database.ts'
import type { JournalThreadJob, JournalThreadOutcome } from './run-in-journal-thread.ts'

/** Runs one job on a journal file, posts its result and exits. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(outcomeOf(workerData as JournalThreadJob))

function outcomeOf(job: JournalThreadJob): JournalThreadOutcome {
  try {
    return { ok: true, value: job.do === 'check' ? quickCheckDatabase(job.path) : copyDatabase(job.path, job.target) }
  } catch (error) {
    // Error properties are lost in messages between threads.
    const errcode = error instanceof Error && 'errcode' in error ? error.errcode : undefined
    return { ok: false, message: String(error), errcode }
  }
}
