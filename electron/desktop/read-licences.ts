import { readFile } from 'node:fs/promises'
import { PlainProblem } from '../../shared/problem.ts'
import { say } from '../../shared/words/say.ts'

/**
 * The licence of everything that Kiln is built with. The build puts the list beside the bundles.
 *
 * @throws PlainProblem when it is not there.
 */
export async function readLicences(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new PlainProblem(say('The list of licences is not here.'), { advice: say('It comes with every Kiln that is built.'), cause })
  })
}
