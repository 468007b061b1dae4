import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import { errorCode } from '../service/http-client.ts'
import type { UndeletableFile } from './trash-can.ts'

/** Returns the error for a deletion that couldn't move any file. */
export async function deletionError(failures: readonly UndeletableFile[]): Promise<UserFacingError> {
  const cause = failures[0]?.error
  const folder = await unwritableFolder(failures)
  if (folder !== null)
    return new UserFacingError(say('Kiln can’t write to the folder {folder}, so nothing was deleted.', { folder }), {
      advice: say('Check the folder’s permissions, then try again.'),
      cause
    })
  return new UserFacingError(
    say('{count, plural, one {The file is} other {The files are}} in use by another app or protected, so nothing was deleted.', {
      count: failures.length
    }),
    { advice: say('Close the other app, then try again.'), cause }
  )
}

/** Returns the message for a deletion that moved only some of `count` files. */
export async function partialDeleteText(failures: readonly UndeletableFile[], count: number): Promise<string> {
  const folder = await unwritableFolder(failures)
  return folder === null
    ? say('{kept, number} of {count, number} items couldn’t be deleted. Another app may be using {kept, plural, one {it} other {them}}.', {
        kept: failures.length,
        count
      })
    : say(
        '{kept, number} of {count, number} items couldn’t be deleted. Kiln can’t write to {kept, plural, one {its} other {their}} folder.',
        {
          kept: failures.length,
          count
        }
      )
}

/** Returns the first folder that Kiln can't write to. Null if all folders are writable, so the files themselves are the cause. */
async function unwritableFolder(failures: readonly UndeletableFile[]): Promise<string | null> {
  for (const { path, error } of failures) {
    const folder = dirname(path)
    if (errorCode(error) === 'EROFS') return folder
    const isWritable = await access(folder, constants.W_OK).then(
      () => true,
      () => false
    )
    if (!isWritable) return folder
  }
  return null
}
