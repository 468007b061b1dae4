import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { formatTimeAgo } from '../ui/format.ts'

/**
 * Returns the text about the last check of the API definition. `checkedAt` is in milliseconds since 1970. It is null if Kiln hasn't checked
 * since it started. The text then doesn't claim that nothing has changed.
 */
export function contractCheckText(checkedAt: number | null, changeCount: number, now: number): string {
  if (checkedAt === null) return say('Not checked yet.')
  return joinSentences(
    changeCount === 0 ? say('No changes so far.') : null,
    say('Last checked: {time}.', { time: formatTimeAgo(checkedAt, now) })
  )
}
