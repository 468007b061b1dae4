import { say } from '../../shared/i18n/say.ts'
import type { TrashReceipt } from '../../shared/library/library.ts'

/** Returns the text after a deletion, such as "3 items moved to trash". */
export function trashedText({ count, isStopped }: TrashReceipt): string {
  if (isStopped) return say('Stopped. {count, plural, =0 {No items} one {# item} other {# items}} moved to trash', { count })
  return count === 1 ? say('Moved to trash') : say('{count, number} items moved to trash', { count })
}
