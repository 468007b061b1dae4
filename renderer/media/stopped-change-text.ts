import { say } from '../../shared/i18n/say.ts'

/** Returns the text that is shown after the user stopped a change of several items. It includes the number of changed items. */
export function stoppedChangeText(count: number): string {
  return say('Stopped. {count, plural, =0 {Nothing was changed} one {# item was changed} other {# items were changed}}', { count })
}
