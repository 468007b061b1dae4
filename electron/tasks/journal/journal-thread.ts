import { parentPort, workerData } from 'node:worker_threads'
import { assertNever } from '../../../shared/assert-never.ts'
import { openDatabase } from '../../database/open-database.ts'
import { type DatabaseFileState, quickCheckDatabase } from './quick-check-database.ts'
import { copyDatabase } from './copy-database.ts'
import type { JournalThreadJob, JournalThreadOutcome } from './run-in-journal-thread.ts'

/** Runs one job on a journal file, posts its result and exits. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(await outcomeOf(workerData as JournalThreadJob))

async function outcomeOf(job: JournalThreadJob): Promise<JournalThreadOutcome> {
  try {
    return { ok: true, value: await run(job) }
  } catch (error) {
    // Error properties are lost in messages between threads.
    const errcode = error instanceof Error && 'errcode' in error ? error.errcode : undefined
    return { ok: false, message: String(error), errcode }
  }
}

async function run(job: JournalThreadJob): Promise<DatabaseFileState | undefined> {
  switch (job.do) {
    case 'check':
      return quickCheckDatabase(job.path)
    case 'copy':
      copyDatabase(job.path, job.target)
      return undefined
    case 'migrate':
      return migrate(job.path)
    default:
      return assertNever(job)
  }
}

async function migrate(path: string): Promise<undefined> {
  using database = openDatabase(path, 'journal')
  const { migrateJournal } = await import('./migrate-journal.ts')
  await migrateJournal(database)
}
