import { PlainProblem } from '../../shared/problem.ts'
import { say } from '../../shared/words/say.ts'
import { Secret } from './secret.ts'

const field = 'apiKey'

/**
 * Checks what was typed or pasted as a key. The spec doesn't tell its form, so only what can't stand in a header is refused
 * (spec section 5: exactly `Bearer <API_KEY>`). Blanks around it and a leading `Bearer ` come with copying and are taken off.
 *
 * @throws PlainProblem that never repeats the text.
 */
export function readApiKey(typed: Secret): Secret {
  const key = typed
    .reveal()
    .trim()
    .replace(/^Bearer(\s+|$)/i, '')
  if (key === '')
    throw new PlainProblem(say('The API key is missing.'), { field, advice: say('Paste the key from the developer console.') })
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new PlainProblem(say('That is not an API key: it has blanks or unusual characters in it.'), {
      field,
      advice: say('Copy it again from the developer console, alone and in one line.')
    })
  }
  return new Secret(key)
}
