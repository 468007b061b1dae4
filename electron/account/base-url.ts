import { PlainProblem } from '../../shared/problem.ts'

const loopbackHost = /^(localhost|127(\.\d+){3}|\[::1\])$/
const field = 'baseUrl'

/**
 * Reads the base address that a person typed: https, or http for this very computer (behaviour section 7).
 * Blanks around it, slashes at its end and an `/api/v1` copied from the documentation are taken off. What was typed is never repeated in an
 * error: it may be the key, in the wrong field.
 *
 * @throws PlainProblem that says what is wrong with it.
 */
export function readBaseUrl(typed: string): string {
  const text = typed.trim()
  if (text === '')
    throw new PlainProblem('The base URL is missing.', {
      field,
      advice: 'Enter the address of the service, such as https://api.example.com.'
    })
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) {
    throw new PlainProblem('The base URL is not an address.', { field, advice: 'Enter it in full, such as https://api.example.com.' })
  }
  if (url.username !== '' || url.password !== '') {
    throw new PlainProblem('The base URL holds a name or password.', {
      field,
      advice: 'Take out everything between “//” and “@”; the key goes into its own field.'
    })
  }
  if (url.search !== '' || url.hash !== '') {
    throw new PlainProblem('The base URL has a “?” or “#” in it.', { field, advice: 'Leave out everything from there on.' })
  }
  if (url.protocol === 'http:' && !loopbackHost.test(url.hostname)) {
    throw new PlainProblem('That address is not encrypted.', { field, advice: 'Use https:// so that nobody on the way can read your key.' })
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new PlainProblem('The base URL is not a web address.', { field, advice: 'Use one that begins with https://.' })
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/api\/(v1|mcp)$/, '')
  return url.origin + path
}
