import { say } from '../../../shared/i18n/say.ts'
import type { UnfinishedTaskCounts } from '../tray/unfinished-task-state.ts'

/** Returns the quit dialog's text, which explains what happens to unfinished tasks. Null if no task is running or waiting to be sent. */
export function quitText(counts: UnfinishedTaskCounts): { readonly message: string; readonly detail: string } | null {
  const lines = [
    counts['at-service'] > 0 &&
      say(
        '{count, plural, one {# task continues at the service. Kiln downloads its result when you open Kiln again.} other {# tasks continue at the service. Kiln downloads their results when you open Kiln again.}}',
        { count: counts['at-service'] }
      ),
    counts.fetching > 0 &&
      say(
        '{count, plural, one {# task is downloading. The download resumes when you open Kiln again.} other {# tasks are downloading. The downloads resume when you open Kiln again.}}',
        {
          count: counts.fetching
        }
      ),
    counts.sending > 0 &&
      say(
        '{count, plural, one {# task is uploading files. The upload restarts when you open Kiln again. Nothing is charged before it’s complete.} other {# tasks are uploading files. The uploads restart when you open Kiln again. Nothing is charged before they’re complete.}}',
        { count: counts.sending }
      ),
    counts.waiting > 0 &&
      say(
        '{count, plural, one {# task is waiting and wasn’t sent, so nothing is charged.} other {# tasks are waiting and weren’t sent, so nothing is charged.}}',
        { count: counts.waiting }
      )
  ].filter((line) => line !== false)
  if (lines.length === 0) return null
  return { message: say('Quit Kiln while tasks are running?'), detail: lines.join('\n') }
}
