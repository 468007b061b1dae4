import { dirname } from 'node:path'
import { assertNever } from '../../../shared/assert-never.ts'
import { say } from '../../../shared/i18n/say.ts'
import { sqliteProblem } from '../../database/sqlite-problem.ts'

/**
 * Reason why the journal can't be opened.
 * - `newer`: a newer version of Kiln saved the file. `damaged`: SQLite finds the file damaged.
 * - `missing`: the folder has traces of a journal, but no journal.
 * - `in-use`: another Kiln uses the folder. `busy`: another program locks the file.
 * - `no-access`: the file can't be opened, read or written.
 */
export type JournalProblem = 'newer' | 'damaged' | 'missing' | 'in-use' | 'busy' | 'no-access'

/** Thrown if the journal can't be opened. The file is left unchanged. `message` is for the user. `path` is the file concerned. */
export class JournalError extends Error {
  override readonly name = 'JournalError'
  readonly reason: JournalProblem
  readonly path: string
  constructor(reason: JournalProblem, path: string, cause?: unknown) {
    super(messageFor(reason, path), { cause })
    this.reason = reason
    this.path = path
  }
}

function messageFor(reason: JournalProblem, path: string): string {
  switch (reason) {
    case 'newer':
      return say('Your tasks were saved by a newer version of Kiln. Update Kiln, then open it again.')
    case 'damaged':
      return say('Kiln’s task journal is damaged.')
    case 'missing':
      return say('Kiln’s task journal is missing.')
    case 'in-use':
      return say('Another copy of Kiln is using {folder}. Switch to that copy. You can also quit it, then open Kiln again.', {
        folder: dirname(path)
      })
    case 'busy':
      return say(
        'Another app is using Kiln’s data. It may be a backup tool or a virus scanner. Wait a moment, then open Kiln again. You can also close the other app.'
      )
    case 'no-access':
      return say('Kiln can’t open {path}. Check the drive, the free space and your permissions for the file’s folder.', { path })
    default:
      return assertNever(reason)
  }
}

/** Returns the journal problem that caused an error. Null if the cause isn't the journal file. */
export function journalProblemFrom(error: unknown): JournalProblem | null {
  if (error instanceof JournalError) return error.reason
  const problem = sqliteProblem(error)
  if (problem === 'full') return 'no-access'
  return problem === 'invalid-sql' ? null : problem
}

/** True if another program holds a lock. Nothing was written, and a later attempt can succeed. */
export function isJournalBusyError(error: unknown): boolean {
  return journalProblemFrom(error) === 'busy'
}

/** Returns the JournalError for a SQLite error. Returns any other error unchanged. */
export function journalErrorFrom(path: string, error: unknown): Error {
  const problem = journalProblemFrom(error)
  if (problem !== null && !(error instanceof JournalError)) return new JournalError(problem, path, error)
  return error instanceof Error ? error : new Error(String(error))
}
