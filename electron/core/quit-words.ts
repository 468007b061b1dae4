import { say } from '../../shared/words/say.ts'
import type { WorkCounts } from './work-under-way.ts'

/** What quitting means for what is not through. Null: nothing has to be said. */
export function quitWords(counts: WorkCounts): { readonly message: string; readonly detail: string } | null {
  const lines = [
    counts['at-service'] > 0 &&
      say(
        '{count, plural, one {# task goes on at the service. Kiln fetches what comes of it when it is open again.} other {# tasks go on at the service. Kiln fetches what comes of them when it is open again.}}',
        { count: counts['at-service'] }
      ),
    counts.fetching > 0 &&
      say(
        '{count, plural, one {# task is being fetched. That goes on where it was.} other {# tasks are being fetched. That goes on where it was.}}',
        {
          count: counts.fetching
        }
      ),
    counts.sending > 0 &&
      say(
        '{count, plural, one {# task is sending its files. That begins again; nothing is spent before it is through.} other {# tasks are sending their files. That begins again; nothing is spent before it is through.}}',
        { count: counts.sending }
      ),
    counts.waiting > 0 &&
      say(
        '{count, plural, one {# task waits here and was not sent. Nothing is spent on it meanwhile.} other {# tasks wait here and were not sent. Nothing is spent on them meanwhile.}}',
        { count: counts.waiting }
      )
  ].filter((line) => line !== false)
  if (lines.length === 0) return null
  return { message: say('Quit Kiln while there is work under way?'), detail: lines.join('\n') }
}
