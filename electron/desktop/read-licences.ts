import { readFile } from 'node:fs/promises'
import { UserFacingError } from '../../shared/problem.ts'
import { say } from '../../shared/i18n/say.ts'

/**
 * Returns the licences of everything that Kiln is built with. The build puts the list next to the bundles.
 *
 * @throws UserFacingError if the list is missing.
 */
export async function readLicences(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UserFacingError(say('The licence list is missing.'), { advice: say('Reinstall Kiln to restore the list.'), cause })
  })
}
