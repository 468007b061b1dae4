import { assertNever } from '../../shared/assert-never.ts'
import type { AccountState } from '../../shared/app/connection.ts'
import type { NetworkBlock } from '../../shared/task/fault.ts'
import type { ProxyState } from '../../shared/app/proxy.ts'
import type { HoldReason } from '../../shared/task/task.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { connectionProblemText } from '../../shared/phrases/connection-problem-text.ts'
import { formatTime, formatDurationWithUnits } from '../ui/format.ts'

/** The account's most urgent problem. `action` is the fix that the banner offers, or null if no fix exists. */
export type AccountBannerContent = {
  readonly tone: 'held' | 'plain'
  readonly icon: 'key' | 'lock-open' | 'sign-in' | 'subscription' | 'credits' | 'disconnected' | 'offline' | 'proxy' | 'clock'
  readonly title: string
  readonly description: string
  readonly action: 'replace-key' | 'confirm-account' | 'go-on' | 'connect' | 'look-again' | 'proxy' | 'network' | 'try-now' | null
  /** True if a connection check may show the cause. */
  readonly isOfNetwork: boolean
  /** ID of the request that the service rejected, for support. Null if none exists. */
  readonly requestId: string | null
}

/** If the service's pause is longer than this, the banner offers “Try now”. */
const longPauseInMs = 60_000

/**
 * Returns the banner's content. Null if there is no problem. `waiting` is the number of tasks that can't be sent. `now` is in milliseconds
 * since 1970. `proxy` is the proxy in use, or null.
 */
export function accountBannerContent(
  account: AccountState,
  waiting: number,
  now: number,
  proxy: ProxyState | null = null
): AccountBannerContent | null {
  if (account.hold !== null) return { ...holdBanner(account, account.hold, waiting), isOfNetwork: false, requestId: account.holdRequestId }
  if (account.networkBlock !== null)
    return { ...networkBlockBanner(account.networkBlock, waiting, proxy), isOfNetwork: true, requestId: null }
  if (!account.isOnline) {
    return {
      tone: 'plain',
      icon: 'offline',
      title: account.offlineSince === null ? say('Offline') : say('Offline since {time}', { time: formatTime(account.offlineSince) }),
      description:
        waiting === 0
          ? say(
              'You can keep working. Anything you send waits here until you’re back online. If a price has gone up by then, Kiln asks first.'
            )
          : joinSentences(
              say('Nothing was sent or charged.'),
              say(
                'You can keep working. {waiting, plural, one {# task is} other {# tasks are}} waiting and will be sent once you’re back online. If a price has gone up by then, Kiln asks first.',
                { waiting }
              )
            ),
      action: null,
      isOfNetwork: true,
      requestId: null
    }
  }
  if (account.slowedUntil !== null && account.slowedUntil > now) {
    return {
      tone: 'plain',
      icon: 'clock',
      title: say('The service is limiting requests'),
      description: joinSentences(
        say('You’re never charged twice.'),
        say('Sending resumes in {time}.', { time: formatDurationWithUnits(account.slowedUntil - now) })
      ),
      // A long pause may be the service's mistake, so the user can retry now.
      action: account.slowedUntil - now > longPauseInMs ? 'try-now' : null,
      isOfNetwork: false,
      requestId: null
    }
  }
  return null
}

/** State of the hold when the user asked Kiln to resume. */
export type HoldSnapshot = Pick<AccountState, 'hold' | 'holdCheckedAt'>

/** Returns a message if the account was checked after `resumed` and is still on the same hold. Otherwise null. */
export function stillOnHoldText(
  resumed: HoldSnapshot,
  { hold, holdCheckedAt }: HoldSnapshot
): { readonly title: string; readonly words: string } | null {
  if (hold === null || hold !== resumed.hold || holdCheckedAt === resumed.holdCheckedAt) return null
  const words = say('The service rejected the request again. Nothing was charged. Kiln checks again every minute.')
  switch (hold) {
    case 'key':
      return { title: say('The key still doesn’t work'), words }
    case 'sign-in':
      return { title: say('You still have to sign in'), words }
    case 'subscription':
      return { title: say('The subscription is still inactive'), words }
    case 'credits':
      return { title: say('Still not enough credits'), words }
    case 'account-changed':
    case 'no-connection':
      return null
    default:
      return assertNever(hold)
  }
}

function networkBlockBanner(
  networkBlock: NetworkBlock,
  waiting: number,
  proxy: ProxyState | null
): Omit<AccountBannerContent, 'isOfNetwork' | 'requestId'> {
  const wait =
    waiting === 0
      ? ''
      : say('{waiting, plural, one {# task is waiting and resumes automatically} other {# tasks are waiting and resume automatically}}.', {
          waiting
        })
  const charge = waiting === 0 ? '' : say('Nothing was sent or charged.')
  switch (networkBlock) {
    case 'sign-in-page':
      return {
        tone: 'held',
        icon: 'sign-in',
        title: say('You may need to sign in to this network'),
        description: joinSentences(
          say('The network’s sign-in page may have responded instead of the service.'),
          say('You’re never charged twice.'),
          say('Open a browser and sign in to the network.'),
          wait
        ),
        action: 'look-again'
      }
    case 'certificate':
      return {
        tone: 'held',
        icon: 'lock-open',
        title: say('Kiln can’t verify the service’s identity'),
        description: joinSentences(charge, say('Check for a sign-in page in a browser, then check this computer’s date and time.'), wait),
        action: 'look-again'
      }
    case 'proxy-password':
      return {
        tone: 'held',
        icon: 'proxy',
        ...proxyDemand(proxy),
        description: joinSentences(charge, proxyDemand(proxy).description, wait)
      }
    case 'proxy-refusal':
      return {
        tone: 'held',
        icon: 'proxy',
        title: say('Your network’s proxy blocks Kiln'),
        description: joinSentences(charge, say('Ask your network administrator or use another network.'), wait),
        action: 'look-again'
      }
    case 'proxy-script':
      return {
        tone: 'held',
        icon: 'proxy',
        title: say('The PAC file is unavailable or invalid'),
        description: joinSentences(charge, say('Check the PAC file’s address, or choose another network setting.'), wait),
        action: 'network'
      }
    default:
      return assertNever(networkBlock)
  }
}

function proxyDemand(proxy: ProxyState | null): Pick<AccountBannerContent, 'title' | 'description' | 'action'> {
  const name = proxy === null ? say('Your network’s proxy') : say('The proxy {host}', { host: proxy.host })
  if (proxy?.needs === 'other') {
    return {
      title: say('{name} needs a sign-in method that Kiln doesn’t support', { name }),
      description: say('Ask your network administrator for a proxy with username and password sign-in. You can also use another network.'),
      action: 'look-again'
    }
  }
  if (proxy?.isRefused === true)
    return {
      title: say('{name} no longer accepts your username and password', { name }),
      description: say('Enter your current username and password.'),
      action: 'proxy'
    }
  return {
    title: say('{name} needs a username and password', { name }),
    description: say('Enter the username and password.'),
    action: 'proxy'
  }
}

function holdBanner(account: AccountState, hold: HoldReason, waiting: number): Omit<AccountBannerContent, 'isOfNetwork' | 'requestId'> {
  const wait = waiting === 0 ? '' : say('{waiting, plural, one {# task is waiting} other {# tasks are waiting}}.', { waiting })
  const charge = waiting === 0 ? '' : say('Nothing was charged.')
  switch (hold) {
    case 'key':
      if (account.holdProblem !== null) {
        return {
          tone: 'held',
          icon: 'key',
          title: say('Enter your API key again'),
          description: joinSentences(connectionProblemText(account.holdProblem), charge, wait),
          action: 'replace-key'
        }
      }
      return {
        tone: 'held',
        icon: 'key',
        title: say('This key no longer works'),
        description: joinSentences(
          waiting === 0
            ? say('Tasks you’ve already sent keep running. Kiln saves their results after you replace the key.')
            : joinSentences(
                charge,
                say('{waiting, plural, one {# task resumes} other {# tasks resume}} once you replace the key.', { waiting })
              )
        ),
        action: 'replace-key'
      }
    case 'sign-in':
      return {
        tone: 'held',
        icon: 'sign-in',
        title: say('Sign in to your account again'),
        description: joinSentences(
          charge,
          ...(waiting === 0
            ? [say('Sign in on the service’s website. Kiln then resumes automatically with the same key.')]
            : [say('Sign in on the service’s website.'), resumeText(waiting)])
        ),
        action: 'go-on'
      }
    case 'subscription':
      return {
        tone: 'held',
        icon: 'subscription',
        title: say('The subscription has ended'),
        description: joinSentences(
          charge,
          ...(waiting === 0
            ? [say('Renew the subscription on the service’s website. Kiln then resumes automatically with the same key.')]
            : [say('Renew the subscription on the service’s website.'), resumeText(waiting)])
        ),
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
        description: joinSentences(
          charge,
          say('Add credits on the service’s website. Kiln then resumes automatically.'),
          serviceMessageText(account)
        ),
        action: 'go-on'
      }
    case 'account-changed':
      return {
        tone: 'held',
        icon: 'key',
        title: say('Is this the same account?'),
        description: joinSentences(
          say('The service’s recent tasks don’t show whether the new key belongs to the same account.'),
          charge,
          waiting === 0
            ? say('Nothing is sent until you confirm.')
            : say('{waiting, plural, one {# task is} other {# tasks are}} sent once you confirm.', { waiting })
        ),
        action: 'confirm-account'
      }
    case 'no-connection':
      return {
        tone: 'held',
        icon: 'disconnected',
        title: say('Not connected'),
        description: joinSentences(
          ...(account.holdProblem === null
            ? [charge, say('Connect an account. You can also use the practice service.')]
            : [connectionProblemText(account.holdProblem), charge]),
          wait
        ),
        action: 'connect'
      }
    default:
      return assertNever(hold)
  }
}

function resumeText(waiting: number): string {
  return say('{waiting, plural, one {# task then resumes} other {# tasks then resume}} automatically with the same key.', { waiting })
}

/** Returns the service's message. Null if the service sent none. */
function serviceMessageText({ holdMessage }: AccountState): string | null {
  return holdMessage === null ? null : say('The service says: “{holdMessage}”.', { holdMessage: holdMessage.replace(/[.\s]+$/, '') })
}
