import { readFile } from 'node:fs/promises'
import { UserFacingError } from '../../../shared/form/submission-problem.ts'
import { say } from '../../../shared/i18n/say.ts'

/** Reads the third-party licence list, which the build places next to the bundles. */
export async function readLicences(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UserFacingError(say('The licence list is missing.'), { advice: say('Reinstall Kiln to restore the list.'), cause })
  })
}
