import { JournalError } from '../tasks/journal/journal-errors.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'

/** Returns the message shown if Kiln can't start. A `UserFacingError` provides its own message. */
export function startUpErrorText(error: unknown, dataDir: string): { readonly message: string; readonly detail: string } {
  if (error instanceof UserFacingError) return { message: error.message, detail: error.advice ?? '' }
  if (error instanceof JournalError) {
    const isKept = error.reason === 'newer' || error.reason === 'damaged'
    return {
      message: error.message,
      detail: isKept ? say('Nothing was deleted or changed. Your tasks are in {path}.', { path: error.path }) : ''
    }
  }
  return {
    message: say('Kiln couldn’t start.'),
    detail: say('Nothing was deleted. See the log in {dataDir} for details.', { dataDir })
  }
}
