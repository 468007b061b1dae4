import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'

/** Copies a text to the clipboard. `announce` tells screen readers whether it was copied. */
export function copyText(text: string, announce: (words: string) => void): void {
  void request('clipboard.writeText', { text }).then(({ ok }) => announce(ok ? say('Copied') : say('Couldn’t copy')))
}
