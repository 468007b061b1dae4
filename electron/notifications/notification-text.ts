import { assertNever } from '../../shared/assert-never.ts'
import { formatList } from '../../shared/i18n/format-list.ts'
import type { HoldReason, Task } from '../../shared/task/task.ts'
import { describeFinishedBatch, describeTaskNotification } from '../../shared/phrases/task-notification-phrases.ts'
import type { TaskNotificationKind } from '../../shared/task/task-notifications.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'

export type NotificationText = { readonly title: string; readonly body: string }

/** Maximum number of titles in a notification for more than three tasks. For the other tasks, the text shows only their number. */
const mostTitles = 2

export function taskNotificationText(kind: TaskNotificationKind, tasks: readonly Task[]): NotificationText {
  const { title, words } = describeTaskNotification({ kind, tasks })
  return { title, body: [tasks.length > 1 ? titlesOf(tasks) : null, words].filter((part) => part !== null).join('\n') }
}

export function batchNotificationText(rows: readonly Task[]): NotificationText & { readonly hasFailures: boolean } {
  const { title, words, hasFailures } = describeFinishedBatch(rows)
  return { title, body: words, hasFailures }
}

/**
 * Returns the notification for an account on hold. `waiting`: number of tasks that wait for the account. Null if no notification is needed.
 */
export function holdNotificationText(hold: HoldReason, waiting: number): NotificationText | null {
  const wait = waiting === 0 ? null : say('{waiting, plural, one {# task is waiting} other {# tasks are waiting}}.', { waiting })
  switch (hold) {
    case 'key':
      return {
        title: say('The API key no longer works'),
        body: joinSentences(say('Replace the key. Kiln then resumes automatically.'), wait)
      }
    case 'sign-in':
      return {
        title: say('Sign in to your account again'),
        body: joinSentences(say('Sign in on the service’s website. Kiln then resumes automatically.'), wait)
      }
    case 'subscription':
      return {
        title: say('The subscription has ended'),
        body: joinSentences(say('Renew the subscription on the service’s website. Kiln then resumes automatically.'), wait)
      }
    case 'credits':
      return {
        title: say('Not enough credits'),
        body: joinSentences(say('Add credits on the service’s website. Kiln then resumes automatically.'), wait)
      }
    case 'account-changed':
      return { title: say('Is this the same account?'), body: joinSentences(say('Confirm the account in Kiln.'), wait) }
    case 'no-connection':
      return null
    default:
      return assertNever(hold)
  }
}

function titlesOf(tasks: readonly Task[]): string {
  const named = [...new Set(tasks.map(({ title }) => title))].slice(0, tasks.length > mostTitles + 1 ? mostTitles : mostTitles + 1)
  const others = tasks.length - tasks.filter(({ title }) => named.includes(title)).length
  return formatList([...named.map((title) => `“${shortened(title)}”`), ...(others > 0 ? [say('{others} more', { others })] : [])], 'and')
}

function shortened(title: string): string {
  return title.length > 32 ? `${title.slice(0, 30).trimEnd()}…` : title
}
