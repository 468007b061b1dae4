import { dirname } from 'node:path'
import { UserFacingError } from '../../../shared/form/submission-problem.ts'
import { say } from '../../../shared/i18n/say.ts'
import type { ResultFolders } from '../folders/result-folders.ts'
import { isWithin } from '../is-within.ts'
import { pathExists } from '../unique-path.ts'

/**
 * Checks that the items' drives are connected. Files on a disconnected drive can't be moved, and another folder may be at their path.
 *
 * @throws UserFacingError if a drive is disconnected.
 */
export async function rejectDisconnectedFolders(folders: ResultFolders, items: readonly { readonly path: string }[]): Promise<void> {
  const isAway = !(await folders.isCurrentThere())
  for (const folder of new Set(items.map(({ path }) => dirname(path)))) {
    const isInLibrary = folder === folders.current || isWithin(folders.current, folder)
    if (isInLibrary ? isAway : !(await pathExists(folder)))
      throw new UserFacingError(
        say('The folder {folder} isn’t available, so nothing was deleted.', { folder: isInLibrary ? folders.current : folder }),
        {
          advice: say('Connect its drive, then try again.')
        }
      )
  }
}
