import { assertNever } from '../../shared/assert-never.ts'
import type { AccountState } from '../../shared/connection.ts'
import type { Obstacle } from '../../shared/fault.ts'
import type { ProxyState } from '../../shared/proxy.ts'
import type { HoldReason } from '../../shared/task.ts'
import { clockWords, countWords, durationWords } from '../ui/figures.ts'

/** What stands in the way of the account, worst first, one at a time. `action`: the way out that Kiln can open. */
export type AccountBannerFacts = {
  readonly tone: 'held' | 'plain'
  readonly icon: 'key' | 'lock-open' | 'sign-in' | 'subscription' | 'credits' | 'disconnected' | 'offline' | 'proxy' | 'clock'
  readonly title: string
  readonly words: string
  readonly action: 'replace-key' | 'go-on' | 'connect' | 'look-again' | 'proxy' | null
}

/** `waiting`: tasks not yet sent. `proxy`: the one on the way. Null: nothing stands in the way. */
export function bannerOf(account: AccountState, waiting: number, now: number, proxy: ProxyState | null = null): AccountBannerFacts | null {
  if (account.hold !== null) return holdBanner(account, account.hold, waiting)
  if (account.obstacle !== null) return obstacleBanner(account.obstacle, waiting, proxy)
  if (!account.isOnline) {
    return {
      tone: 'plain',
      icon: 'offline',
      title: account.offlineSince === null ? 'Offline' : `Offline since ${clockWords(account.offlineSince)}`,
      words: `Compose as usual. ${waiting === 0 ? 'What you send waits here' : `${tasksInWords(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for the network`} and ${waiting > 1 ? 'are' : 'is'} sent when it is back; what costs more by then asks you first.`,
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

function obstacleBanner(obstacle: Obstacle, waiting: number, proxy: ProxyState | null): AccountBannerFacts {
  const wait =
    waiting === 0
      ? ''
      : `${tasksInWords(waiting)} ${waiting === 1 ? 'waits and goes' : 'wait and go'} on by ${waiting === 1 ? 'itself' : 'themselves'}.`
  switch (obstacle) {
    case 'sign-in-page':
      return {
        tone: 'held',
        icon: 'sign-in',
        title: 'This network may want you to sign in first',
        words: sentences(
          'Something else than the service answered. Open a browser and sign in to the network; Kiln looks by itself, and sends nothing until then.',
          wait
        ),
        action: 'look-again'
      }
    case 'certificate':
      return {
        tone: 'held',
        icon: 'lock-open',
        title: 'What answers can’t prove to be the service',
        words: sentences(
          'So nothing is sent. Many a network wants you to sign in first: open a browser and do so. If it stays so, look at the date and time of this computer.',
          wait
        ),
        action: 'look-again'
      }
    case 'proxy-password':
      return {
        tone: 'held',
        icon: 'proxy',
        ...proxyDemand(proxy),
        words: sentences(
          proxyDemand(proxy).words,
          'Until then nothing is sent and nothing is spent; what the service has goes on there.',
          wait
        )
      }
    case 'proxy-refusal':
      return {
        tone: 'held',
        icon: 'proxy',
        title: 'The proxy of this network does not let Kiln through',
        words: sentences(
          'Nothing gets through, so nothing is sent and nothing is spent. Ask who looks after the network, or use another one.',
          wait
        ),
        action: 'look-again'
      }
    default:
      return assertNever(obstacle)
  }
}

function proxyDemand(proxy: ProxyState | null): Pick<AccountBannerFacts, 'title' | 'words' | 'action'> {
  const name = proxy === null ? 'The proxy of this network' : `The proxy ${proxy.host}`
  if (proxy?.wants === 'other') {
    return {
      title: `${name} wants a kind of sign-in that Kiln can’t do`,
      words: 'Ask who looks after the network for a way with a name and a password, or use another network.',
      action: 'look-again'
    }
  }
  if (proxy?.isRefused === true)
    return { title: `${name} does not take the name and password any more`, words: 'Enter those of today.', action: 'proxy' }
  return { title: `${name} wants a name and a password`, words: 'Enter them, and everything goes on.', action: 'proxy' }
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
            ? 'What is with the service goes on there. Kiln follows it again once the key is replaced.'
            : `${wait.slice(0, -1)} and ${waiting === 1 ? 'goes' : 'go'} on once it is replaced. Nothing was charged for ${waiting === 1 ? 'it' : 'them'}.`,
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
