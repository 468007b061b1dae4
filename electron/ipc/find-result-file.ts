import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import type { LibraryFile, Studio } from '../studio.ts'

/** Returns a result's file. @throws UserFacingError if the result isn't in the library. */
export async function findResultFile(studio: Pick<Studio, 'library'>, id: string): Promise<LibraryFile> {
  const result = await studio.library.fileOf(id)
  if (result === null) throw new UserFacingError(say('Kiln can’t find this result.'))
  return result
}
