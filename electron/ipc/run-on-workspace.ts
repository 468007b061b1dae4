import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'

/** Runs `work` and converts SQLite errors to a `UserFacingError`. All other errors are bugs and are rethrown. */
export function runOnWorkspace<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (!(cause instanceof Error && 'errcode' in cause)) throw cause
    throw new UserFacingError(say('Kiln couldn’t save your changes to disk.'), {
      advice: say('Check whether the disk is full. Your changes are kept until you quit Kiln.'),
      cause
    })
  }
}
