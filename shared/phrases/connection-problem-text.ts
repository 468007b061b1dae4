import type { ConnectionProblem } from '../app/connection.ts'
import { say } from '../i18n/say.ts'

const texts: { readonly [Problem in ConnectionProblem]: () => string } = {
  'practice-not-started': () => say('The practice service couldn’t be started.'),
  'key-store-slow': () =>
    say('This computer’s secure storage hasn’t responded yet. Allow access if your system asks. Nothing is sent until Kiln has your key.'),
  'key-unreadable': () => say('The saved API key couldn’t be read, but it’s still stored. You can enter it again.'),
  'key-cleared': () => say('The API key was kept in memory only and was cleared when Kiln closed.')
}

/** Returns the sentence that says why Kiln couldn't reopen the last connection. */
export function connectionProblemText(problem: ConnectionProblem): string {
  return texts[problem]()
}
