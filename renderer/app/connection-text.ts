import type { AccountState } from '../../shared/connection.ts'
import { say } from '../../shared/i18n/say.ts'
import { formatCredits } from '../ui/format.ts'

/** Connection summary for the sidebar: state and today's cost. The API reports no balance, so none is shown. */
export type ConnectionText = {
  readonly name: string
  readonly state: 'connected' | 'held' | 'offline'
  readonly stateWords: string
  readonly detail: string
}

export function connectionText(account: AccountState): ConnectionText {
  const name = account.connection?.name ?? say('No account')
  const spent =
    account.connection?.isPractice === true ? say('No cost') : say('{credits} today', { credits: formatCredits(account.creditsToday) })
  if (account.connection === null) return { name, state: 'offline', stateWords: say('Not connected'), detail: '' }
  if (account.hold !== null) return { name, state: 'held', stateWords: say('On hold'), detail: say('On hold') }
  if (account.networkBlock !== null) return { name, state: 'offline', stateWords: say('Unreachable'), detail: say('Unreachable') }
  if (!account.isOnline) return { name, state: 'offline', stateWords: say('Offline'), detail: say('Offline') }
  return { name, state: 'connected', stateWords: say('Connected'), detail: spent }
}
