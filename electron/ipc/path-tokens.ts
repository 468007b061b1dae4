import { randomUUID } from 'node:crypto'
import { UserFacingError } from '../../shared/problem.ts'
import { say } from '../../shared/i18n/say.ts'

/**
 * Tables and folders that the user chose or dropped. The main process keeps their paths. The page has tokens that mean nothing elsewhere.
 */
export type PathTokens = {
  readonly add: (path: string) => string
  /** @throws UserFacingError for an unknown token, because Kiln was restarted since. */
  readonly pathOf: (token: string) => string
}

export function createPathTokens(): PathTokens {
  const paths = new Map<string, string>()
  return {
    add: (path) => {
      const token = randomUUID()
      paths.set(token, path)
      return token
    },
    pathOf: (token) => {
      const path = paths.get(token)
      if (path === undefined) throw new UserFacingError(say('Choose the table or folder again. Kiln was restarted in the meantime.'))
      return path
    }
  }
}
