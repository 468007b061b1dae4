import { assertNever } from '../../shared/assert-never.ts'
import type { AccountState } from '../../shared/connection.ts'
import type { Obstacle } from '../../shared/fault.ts'
import type { ProxyState } from '../../shared/proxy.ts'
import type { HoldReason } from '../../shared/task.ts'
import { sentences } from '../../shared/words/join.ts'
import { say, sayAgain } from '../../shared/words/say.ts'
import { clockWords, durationWords } from '../ui/figures.ts'

/** What stands in the way of the account, worst first, one at a time. `action`: the way out that Kiln can open. */
export type AccountBannerFacts = {
  readonly tone: 'held' | 'plain'
  readonly icon: 'key' | 'lock-open' | 'sign-in' | 'subscription' | 'credits' | 'disconnected' | 'offline' | 'proxy' | 'clock'
  readonly title: string
  readonly words: string
  readonly action: 'replace-key' | 'confirm-account' | 'go-on' | 'connect' | 'look-again' | 'proxy' | 'network' | 'try-now' | null
  /** The check of the connection may find out more. */
  readonly isOfNetwork: boolean
}

/** A pause that a person need not wait for. In milliseconds. */
const longPauseInMs = 60_000

/** `waiting`: tasks not yet sent. `proxy`: the one on the way. Null: nothing stands in the way. */
export function bannerOf(account: AccountState, waiting: number, now: number, proxy: ProxyState | null = null): AccountBannerFacts | null {
  if (account.hold !== null) return { ...holdBanner(account, account.hold, waiting), isOfNetwork: false }
  if (account.obstacle !== null) return { ...obstacleBanner(account.obstacle, waiting, proxy), isOfNetwork: true }
  if (!account.isOnline) {
    return {
      tone: 'plain',
      icon: 'offline',
      title: account.offlineSince === null ? say('Offline') : say('Offline since {time}', { time: clockWords(account.offlineSince) }),
      words:
        waiting === 0
          ? say('Compose as usual. What you send waits here and is sent when it is back; what costs more by then asks you first.')
          : say(
              'Compose as usual. {waiting, plural, one {# task waits for the network and is} other {# tasks wait for the network and are}} sent when it is back; what costs more by then asks you first.',
              { waiting }
            ),
      action: null,
      isOfNetwork: true
    }
  }
  if (account.slowedUntil !== null && account.slowedUntil > now) {
    return {
      tone: 'plain',
      icon: 'clock',
      title: say('The service asks us to slow down'),
      words: say('Everything is safe. Next send in {time}.', { time: durationWords(account.slowedUntil - now) }),
      // A pause of hours may be a mistake of the service.
      action: account.slowedUntil - now > longPauseInMs ? 'try-now' : null,
      isOfNetwork: false
    }
  }
  return null
}

function obstacleBanner(obstacle: Obstacle, waiting: number, proxy: ProxyState | null): Omit<AccountBannerFacts, 'isOfNetwork'> {
  const wait =
    waiting === 0
      ? ''
      : say('{waiting, plural, one {# task waits and goes on by itself} other {# tasks wait and go on by themselves}}.', { waiting })
  switch (obstacle) {
    case 'sign-in-page':
      return {
        tone: 'held',
        icon: 'sign-in',
        title: say('This network may want you to sign in first'),
        words: sentences(
          say(
            'Something else than the service answered. Open a browser and sign in to the network; Kiln looks by itself, and sends nothing until then.'
          ),
          wait
        ),
        action: 'look-again'
      }
    case 'certificate':
      return {
        tone: 'held',
        icon: 'lock-open',
        title: say('What answers can’t prove to be the service'),
        words: sentences(
          say(
            'So nothing is sent. Many a network wants you to sign in first: open a browser and do so. If it stays so, look at the date and time of this computer.'
          ),
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
          say('Until then nothing is sent and nothing is spent; what the service has goes on there.'),
          wait
        )
      }
    case 'proxy-refusal':
      return {
        tone: 'held',
        icon: 'proxy',
        title: say('The proxy of this network does not let Kiln through'),
        words: sentences(
          say('Nothing gets through, so nothing is sent and nothing is spent. Ask who looks after the network, or use another one.'),
          wait
        ),
        action: 'look-again'
      }
    case 'proxy-script':
      return {
        tone: 'held',
        icon: 'proxy',
        title: say('The script for the network does not answer or can’t be followed'),
        words: sentences(
          say('You have set it to say the way, so nothing is sent and nothing is spent. Look at its address, or choose another way.'),
          wait
        ),
        action: 'network'
      }
    default:
      return assertNever(obstacle)
  }
}

function proxyDemand(proxy: ProxyState | null): Pick<AccountBannerFacts, 'title' | 'words' | 'action'> {
  const name = proxy === null ? say('The proxy of this network') : say('The proxy {host}', { host: proxy.host })
  if (proxy?.wants === 'other') {
    return {
      title: say('{name} wants a kind of sign-in that Kiln can’t do', { name }),
      words: say('Ask who looks after the network for a way with a name and a password, or use another network.'),
      action: 'look-again'
    }
  }
  if (proxy?.isRefused === true)
    return {
      title: say('{name} does not take the name and password any more', { name }),
      words: say('Enter those of today.'),
      action: 'proxy'
    }
  return { title: say('{name} wants a name and a password', { name }), words: say('Enter them, and everything goes on.'), action: 'proxy' }
}

function holdBanner(account: AccountState, hold: HoldReason, waiting: number): Omit<AccountBannerFacts, 'isOfNetwork'> {
  const wait = waiting === 0 ? '' : say('{waiting, plural, one {# task waits} other {# tasks wait}}.', { waiting })
  const host = hostOf(account)
  const evidence = account.holdRequestId === null ? '' : say('Request id {requestId}.', { requestId: account.holdRequestId })
  const said =
    account.holdMessage === null
      ? ''
      : say('The service says: “{holdMessage}”.', { holdMessage: account.holdMessage.replace(/[.\s]+$/, '') })
  switch (hold) {
    case 'key':
      // Without a request id nobody was asked: the words are Kiln's own (the key was in memory only, or the store is locked).
      if (account.holdRequestId === null && account.holdMessage !== null) {
        return {
          tone: 'held',
          icon: 'key',
          title: say('The key is needed again'),
          words: sentences(sayAgain(account.holdMessage), wait),
          action: 'replace-key'
        }
      }
      return {
        tone: 'held',
        icon: 'key',
        title: say('This key no longer works'),
        words: sentences(
          waiting === 0
            ? say('What is with the service goes on there. Kiln follows it again once the key is replaced.')
            : say(
                '{waiting, plural, one {# task waits and goes on once it is replaced. Nothing was charged for it.} other {# tasks wait and go on once it is replaced. Nothing was charged for them.}}',
                { waiting }
              ),
          evidence
        ),
        action: 'replace-key'
      }
    case 'sign-in':
      return {
        tone: 'held',
        icon: 'sign-in',
        title: say('Sign in to the account once'),
        words: sentences(
          say('The service asks for it: sign in on the website of {host}, then go on here. Your key stays as it is.', { host }),
          wait,
          evidence
        ),
        action: 'go-on'
      }
    case 'subscription':
      return {
        tone: 'held',
        icon: 'subscription',
        title: say('The subscription has ended'),
        words: sentences(say('Renew it on the website of {host}; then everything goes on, with the same key.', { host }), wait, evidence),
        action: 'go-on'
      }
    case 'credits':
      return {
        tone: 'held',
        icon: 'credits',
        title:
          waiting === 0
            ? say('Not enough credits')
            : say('Not enough credits for {waiting, plural, one {# task} other {# tasks}}', { waiting }),
        words: sentences(say('Add credits on the website of {host}. Cheaper tasks go on meanwhile.', { host }), said, evidence),
        action: 'go-on'
      }
    case 'account-changed':
      return {
        tone: 'held',
        icon: 'key',
        title: say('Is this the same account?'),
        words: sentences(
          say(
            'The API key was replaced, and the service’s recent tasks don’t show that it belongs to the same account. Nothing is sent until you confirm it.'
          ),
          wait
        ),
        action: 'confirm-account'
      }
    case 'no-connection':
      return {
        tone: 'held',
        icon: 'disconnected',
        title: say('No connection is open'),
        words: sentences(
          account.holdMessage === null ? say('Connect an account, or use the practice service.') : sayAgain(account.holdMessage),
          wait
        ),
        action: 'connect'
      }
    default:
      return assertNever(hold)
  }
}

function hostOf({ connection }: AccountState): string {
  return connection !== null && URL.canParse(connection.baseUrl) ? new URL(connection.baseUrl).host : say('the service')
}
