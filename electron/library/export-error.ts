import { basename } from 'node:path'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import { errorCode } from '../service/http-client.ts'
import { pathExists } from './unique-path.ts'

/**
 * Returns the error for an export that saved `done` of `count` files. `gone`: path of a file that no longer exists. Null if all files
 * exist.
 */
export async function exportError(
  cause: unknown,
  { done, count, path, gone }: { readonly done: number; readonly count: number; readonly path: string; readonly gone: string | null }
): Promise<UserFacingError> {
  const saved = say('Kiln saved {done, number} of {count, plural, one {# file} other {# files}}.', { done, count })
  if (gone !== null)
    return new UserFacingError(say('{gone} isn’t in the library folder any more.', { gone: basename(gone) }), {
      advice: `${saved} ${say('Check the library files, then save the rest.')}`,
      cause
    })
  if (errorCode(cause) === 'ENOSPC')
    return new UserFacingError(say('The disk is full.'), { advice: `${saved} ${say('Free up space, then save the rest.')}`, cause })
  if (errorCode(cause) === 'ENOENT' && !(await pathExists(path)))
    return new UserFacingError(say('The folder {folder} no longer exists.', { folder: path }), {
      advice: `${saved} ${say('Choose another folder, then save the rest.')}`,
      cause
    })
  return new UserFacingError(say('Kiln can’t write to {folder}.', { folder: path }), {
    advice: `${saved} ${say('Check the folder’s permissions, then save the rest.')}`,
    cause
  })
}
