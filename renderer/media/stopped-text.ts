import { say } from '../../shared/i18n/say.ts'

/** Returns what a change of items did until the user stopped it. */
export function stoppedText(count: number): string {
  return say('Stopped. {count, plural, =0 {Nothing was changed} one {# item was changed} other {# items were changed}}', { count })
}
