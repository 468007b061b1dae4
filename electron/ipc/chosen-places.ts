import { randomUUID } from 'node:crypto'
import { PlainProblem } from '../../shared/problem.ts'
import { say } from '../../shared/words/say.ts'

/** Tables and folders that a person chose or dropped. Main keeps their paths; the page has tokens that mean nothing elsewhere. */
export type ChosenPlaces = {
  readonly add: (path: string) => string
  /** @throws PlainProblem for a token that isn't known: Kiln was started anew since. */
  readonly pathOf: (token: string) => string
}

export function createChosenPlaces(): ChosenPlaces {
  const paths = new Map<string, string>()
  return {
    add: (path) => {
      const token = randomUUID()
      paths.set(token, path)
      return token
    },
    pathOf: (token) => {
      const path = paths.get(token)
      if (path === undefined) throw new PlainProblem(say('Choose it again: Kiln was started anew since it was chosen.'))
      return path
    }
  }
}
