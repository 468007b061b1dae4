import type { FindingParams, ReconciliationFinding } from '../task/reconciliation.ts'
import { say } from '../i18n/say.ts'
import { failureText } from './failure-phrases.ts'
import { phraseOf, type Phrases } from './phrases.ts'

/** Returns the sentence for a finding, in the active language. */
export function findingText(finding: ReconciliationFinding): string {
  return phraseOf(findingPhrases, finding)
}

const findingPhrases: Phrases<FindingParams> = {
  'unreadable-tasks': ({ count }) =>
    say(
      '{count, plural, one {# task in the journal can’t be read. It stays unchanged and won’t be sent. If the service has it, it’s listed as created elsewhere.} other {# tasks in the journal can’t be read. They stay unchanged and won’t be sent. If the service has any of them, they’re listed as created elsewhere.}}',
      { count }
    ),
  'recent-tasks-unread': ({ failure }) =>
    say('Kiln couldn’t read the service’s recent tasks. {unread}', { unread: failureText(failure).message }),
  'found-tasks': ({ count }) =>
    say(
      '{count, plural, one {# unconfirmed task was found at the service and continues} other {# unconfirmed tasks were found at the service and continue}}.',
      { count }
    ),
  'unanswered-task': ({ sentAt, mayResend }) => {
    const time = new Date(sentAt).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    return mayResend
      ? say('1 task from {time} has no response yet. Kiln is checking. You’re never charged twice.', { time })
      : say('1 task from {time} has no response yet. Kiln is looking for it and won’t send it again.', { time })
  },
  'more-unanswered-tasks': ({ count }) =>
    say('{count, plural, one {# more task has} other {# more tasks have}} no response yet.', { count }),
  'tasks-for-support': ({ count }) =>
    say('{count, plural, one {# task has} other {# tasks have}} an unknown outcome. Send the support bundle to the service.', { count }),
  'missing-files': ({ count }) =>
    say(
      '{count, plural, one {# paid result isn’t on this computer. Download it} other {# paid results aren’t on this computer. Download them}}.',
      { count }
    ),
  'tasks-from-elsewhere': ({ count }) =>
    say(
      '{count, plural, one {# task was created elsewhere with this account. You can add it to the queue} other {# tasks were created elsewhere with this account. You can add them to the queue}}.',
      { count }
    ),
  'possible-matches': ({ count }) =>
    say(
      '{count, plural, one {# recent task may be one of your unconfirmed tasks. Choose the task it matches.} other {# recent tasks may be your unconfirmed tasks. Choose the task each one matches.}}',
      { count }
    ),
  'awaited-matches': ({ count }) =>
    say(
      '{count, plural, one {# recent task may be one of your unconfirmed tasks} other {# recent tasks may be your unconfirmed tasks}}. Kiln is still checking.',
      { count }
    ),
  'nothing-to-check': () => say('Nothing to check with the service yet.'),
  'all-match': ({ count }) =>
    say('Your tasks match the service’s records. {count, plural, one {# task was} other {# tasks were}} checked.', { count })
}
