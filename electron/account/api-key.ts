import { UserFacingError } from '../../shared/problem.ts'
import { say } from '../../shared/i18n/say.ts'
import { Secret } from './secret.ts'

const field = 'apiKey'

/**
 * Checks a typed or pasted key. The spec doesn't define its format (section 5: exactly `Bearer <API_KEY>`). Only characters that a header
 * can't contain are rejected. Surrounding blanks and a leading `Bearer ` are stripped, because they come from copying.
 *
 * @throws UserFacingError that never repeats the text.
 */
export function readApiKey(typed: Secret): Secret {
  const key = typed
    .reveal()
    .trim()
    .replace(/^Bearer(\s+|$)/i, '')
  if (key === '')
    throw new UserFacingError(say('The API key is missing.'), { field, advice: say('Paste the key from the developer console.') })
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new UserFacingError(say('This isn’t a valid API key. It contains spaces or unusual characters.'), {
      field,
      advice: say('Copy the key again from the developer console, without spaces or line breaks.')
    })
  }
  return new Secret(key)
}
