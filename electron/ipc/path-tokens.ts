import { randomUUID } from 'node:crypto'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'

/** Maps tokens to tables and folders that the user chose or dropped. The page gets only the tokens. The paths stay in the main process. */
export type PathTokens = {
  readonly add: (path: string) => string
  /** Returns a token's path. @throws UserFacingError if the token is unknown, because Kiln was restarted. */
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
      if (path === undefined)
        throw new UserFacingError(say('Kiln was restarted and no longer has access to the table or folder. Choose it again.'))
      return path
    }
  }
}
