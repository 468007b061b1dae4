import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import { Secret } from './secret.ts'

const field = 'apiKey'

/**
 * Parses a typed or pasted API key. The spec doesn't define the key's format (section 5 only says `Bearer <API_KEY>`). Spaces, control
 * characters and non-ASCII characters are rejected. Surrounding whitespace and a leading `Bearer ` are removed. Users often copy them with
 * the key.
 *
 * @throws UserFacingError whose message never contains the typed text.
 */
export function parseApiKey(typed: Secret): Secret {
  const key = typed
    .reveal()
    .trim()
    .replace(/^Bearer(\s+|$)/i, '')
  if (key === '')
    throw new UserFacingError(say('The API key is missing.'), { field, advice: say('Paste the key from the developer console.') })
  if (!/^[\x21-\x7e]*$/.test(key))
    throw new UserFacingError(say('This isn’t a valid API key. It contains spaces or unusual characters.'), {
      field,
      advice: say('Copy the key again from the developer console, without spaces or line breaks.')
    })
  return new Secret(key)
}
