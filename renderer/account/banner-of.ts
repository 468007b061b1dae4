import { assertNever } from '../../shared/assert-never.ts'
import type { AccountState } from '../../shared/connection.ts'
import type { HoldReason } from '../../shared/task.ts'
import { clockWords, countWords, durationWords } from '../ui/figures.ts'

/** What stands in the way of the account, worst first, one at a time. `action`: the way out that Kiln can open. */
export type AccountBannerFacts = {
  readonly tone: 'held' | 'plain'
  readonly icon: 'key' | 'sign-in' | 'subscription' | 'credits' | 'disconnected' | 'offline' | 'clock'
  readonly title: string
  readonly words: string
  readonly action: 'replace-key' | 'go-on' | 'connect' | null
}

/** `waiting`: tasks not yet sent. Null: nothing stands in the way. */
export function bannerOf(account: AccountState, waiting: number, now: number): AccountBannerFacts | null {
  if (account.hold !== null) return holdBanner(account, account.hold, waiting)
  if (!account.isOnline) {
    return {
      tone: 'plain',
      icon: 'offline',
      title: account.offlineSince === null ? 'Offline' : `Offline since ${clockWords(account.offlineSince)}`,
      words: `Compose as usual. ${waiting === 0 ? 'What you send leaves' : `${tasksInWords(waiting)} ${waiting === 1 ? 'leaves' : 'leave'}`} when the network is back.`,
      action: null
    }
  }
  if (account.slowedUntil !== null && account.slowedUntil > now) {
    return {
      tone: 'plain',
      icon: 'clock',
      title: 'The service asks us to slow down',
      words: `Everything is safe. Next send in ${durationWords(account.slowedUntil - now)}.`,
      action: null
    }
  }
  return null
}

function holdBanner(account: AccountState, hold: HoldReason, waiting: number): AccountBannerFacts {
  const wait = waiting === 0 ? '' : `${tasksInWords(waiting)} ${waiting === 1 ? 'waits' : 'wait'}.`
  const host = hostOf(account)
  const evidence = account.holdRequestId === null ? '' : `Request id ${account.holdRequestId}.`
  const said = account.holdMessage === null ? '' : `The service says: “${account.holdMessage.replace(/[.\s]+$/, '')}”.`
  switch (hold) {
    case 'key':
      // Without a request id nobody was asked: the words are Kiln's own (the key was in memory only, or the store is locked).
      if (account.holdRequestId === null && account.holdMessage !== null) {
        return {
          tone: 'held',
          icon: 'key',
          title: 'The key is needed again',
          words: sentences(account.holdMessage, wait),
          action: 'replace-key'
        }
      }
      return {
        tone: 'held',
        icon: 'key',
        title: 'This key no longer works',
        words: sentences(
          waiting === 0
            ? 'Nothing was charged.'
            : `${wait.slice(0, -1)} and ${waiting === 1 ? 'goes' : 'go'} on once it is replaced. Nothing was charged.`,
          evidence
        ),
        action: 'replace-key'
      }
    case 'sign-in':
      return {
        tone: 'held',
        icon: 'sign-in',
        title: 'Sign in to the account once',
        words: sentences(
          `The service asks for it: sign in on the website of ${host}, then go on here. Your key stays as it is.`,
          wait,
          evidence
        ),
        action: 'go-on'
      }
    case 'subscription':
      return {
        tone: 'held',
        icon: 'subscription',
        title: 'The subscription has ended',
        words: sentences(`Renew it on the website of ${host}; then everything goes on, with the same key.`, wait, evidence),
        action: 'go-on'
      }
    case 'credits':
      return {
        tone: 'held',
        icon: 'credits',
        title: waiting === 0 ? 'Not enough credits' : `Not enough credits for ${tasksInWords(waiting)}`,
        words: sentences(`Add credits on the website of ${host}. Cheaper tasks go on meanwhile.`, said, evidence),
        action: 'go-on'
      }
    case 'no-connection':
      return {
        tone: 'held',
        icon: 'disconnected',
        title: 'No connection is open',
        words: sentences(account.holdMessage ?? 'Connect an account, or use the practice service.', wait),
        action: 'connect'
      }
    default:
      return assertNever(hold)
  }
}

function hostOf({ connection }: AccountState): string {
  return connection !== null && URL.canParse(connection.baseUrl) ? new URL(connection.baseUrl).host : 'the service'
}

function sentences(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(' ')
}

function tasksInWords(count: number): string {
  return count === 1 ? '1 task' : `${countWords(count)} tasks`
}
