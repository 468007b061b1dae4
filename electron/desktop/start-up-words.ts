import { JournalError } from '../journal/journal-errors.ts'
import { PlainProblem } from '../../shared/problem.ts'
import { say } from '../../shared/words/say.ts'

/** Why Kiln can't start, in plain words. Whatever it is, nothing was deleted. */
export function startUpWords(error: unknown, dataDir: string): { readonly message: string; readonly detail: string } {
  if (error instanceof PlainProblem) return { message: error.message, detail: error.advice ?? '' }
  if (error instanceof JournalError) {
    const isKept = error.reason === 'newer' || error.reason === 'damaged'
    return {
      message: error.message,
      detail: isKept ? say('Nothing was deleted or changed: your tasks are in {path}.', { path: error.path }) : ''
    }
  }
  return {
    message: say('Kiln could not start.'),
    detail: say('Nothing was deleted. The log in {dataDir} says what happened.', { dataDir })
  }
}
