import { Worker } from 'node:worker_threads'
import type { DatabaseFileState } from './quick-check-database.ts'

type CheckJob = { readonly do: 'check'; readonly path: string }
/** A job that copies the database at `path` to `target`, where no file exists. */
type CopyJob = { readonly do: 'copy'; readonly path: string; readonly target: string }
/** A job that migrates the database at `path` in place. */
type MigrateJob = { readonly do: 'migrate'; readonly path: string }
export type JournalThreadJob = CheckJob | CopyJob | MigrateJob
export type JournalThreadOutcome =
  | { readonly ok: true; readonly value: DatabaseFileState | undefined }
  | { readonly ok: false; readonly message: string; readonly errcode: unknown }

/** The thread's file is next to this one, both in the source and in the bundle. */
const threadFile = new URL(import.meta.url.endsWith('.ts') ? './journal-thread.ts' : './journal-thread.js', import.meta.url)

export function runInJournalThread(job: CheckJob): Promise<DatabaseFileState>
export function runInJournalThread(job: CopyJob, signal: AbortSignal): Promise<undefined>
export function runInJournalThread(job: MigrateJob): Promise<undefined>
/**
 * Runs a job on a journal file in its own thread. Resolves to the file's state after a check, otherwise to undefined. Rejects with SQLite's
 * error, or with the signal's reason once the thread has ended. A running SQLite call finishes first.
 */
export async function runInJournalThread(job: JournalThreadJob, signal?: AbortSignal): Promise<DatabaseFileState | undefined> {
  signal?.throwIfAborted()
  const thread = new Worker(threadFile, { workerData: job, name: 'journal' })
  const ended = Promise.withResolvers<JournalThreadOutcome | null>()
  let outcome: JournalThreadOutcome | null = null
  thread.on('message', (told: JournalThreadOutcome) => (outcome = told))
  thread.on('error', ended.reject)
  thread.on('exit', () => ended.resolve(outcome))
  const stop = (): void => void thread.terminate()
  signal?.addEventListener('abort', stop)
  try {
    const told = await ended.promise
    signal?.throwIfAborted()
    if (told === null) throw new Error('The journal thread ended without a result.')
    if (!told.ok) throw Object.assign(new Error(told.message), { errcode: told.errcode })
    return told.value
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
