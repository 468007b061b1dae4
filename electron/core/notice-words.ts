import { assertNever } from '../../shared/assert-never.ts'
import { listed } from '../../shared/fields/say.ts'
import type { HoldReason, Task } from '../../shared/task.ts'
import { batchNewsWords, newsWords, type NewsKind } from '../../shared/task-news.ts'
import { sentences } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'

/** What the system shows of a notice. */
export type NoticeWords = { readonly title: string; readonly body: string }

/** Titles that a notice names; more are counted. */
const mostTitles = 2

export function taskNoticeWords(kind: NewsKind, tasks: readonly Task[]): NoticeWords {
  const { title, words } = newsWords({ kind, tasks })
  return { title, body: [tasks.length > 1 ? titlesOf(tasks) : null, words].filter((part) => part !== null).join('\n') }
}

export function batchNoticeWords(rows: readonly Task[]): NoticeWords & { readonly hasFailures: boolean } {
  const { title, words, hasFailures } = batchNewsWords(rows)
  return { title, body: words, hasFailures }
}

/** The account needs mending. `waiting`: how many tasks wait for it. Null: nobody has to be told. */
export function holdNoticeWords(hold: HoldReason, waiting: number): NoticeWords | null {
  const wait = waiting === 0 ? null : say('{waiting, plural, one {# task waits} other {# tasks wait}}.', { waiting })
  switch (hold) {
    case 'key':
      return { title: say('The key no longer works'), body: sentences(say('Replace it, and everything goes on.'), wait) }
    case 'sign-in':
      return {
        title: say('Sign in to the account once'),
        body: sentences(say('The service asks for it, on its website. Then go on in Kiln.'), wait)
      }
    case 'subscription':
      return {
        title: say('The subscription has ended'),
        body: sentences(say('Renew it on the website of the service. Then go on in Kiln.'), wait)
      }
    case 'credits':
      return {
        title: say('Not enough credits'),
        body: sentences(say('Add credits on the website of the service. Then go on in Kiln.'), wait)
      }
    case 'account-changed':
      return { title: say('Is this the same account?'), body: sentences(say('Confirm the account in Kiln.'), wait) }
    case 'no-connection':
      return null
    default:
      return assertNever(hold)
  }
}

function titlesOf(tasks: readonly Task[]): string {
  const named = [...new Set(tasks.map(({ title }) => title))].slice(0, tasks.length > mostTitles + 1 ? mostTitles : mostTitles + 1)
  const others = tasks.length - tasks.filter(({ title }) => named.includes(title)).length
  return listed([...named.map((title) => `“${shortened(title)}”`), ...(others > 0 ? [say('{others} more', { others })] : [])], 'and')
}

function shortened(title: string): string {
  return title.length > 32 ? `${title.slice(0, 30).trimEnd()}…` : title
}
