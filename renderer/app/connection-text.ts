import type { AccountState } from '../../shared/app/connection.ts'
import { say } from '../../shared/i18n/say.ts'
import { type ConnectionState, connectionState } from '../settings/connection-state.ts'
import { formatCredits } from '../ui/format.ts'

/** Connection summary for the sidebar: state and today's cost. The API doesn't report a balance, so no balance is shown. */
export type ConnectionText = {
  readonly name: string
  readonly state: ConnectionState['state']
  readonly stateWords: string
  readonly detail: string
}

export function connectionText(account: AccountState): ConnectionText {
  const { connection, creditsToday } = account
  const { state, words } = connectionState(account)
  const spent =
    connection?.isPractice === true ? say('Simulated credits') : say('{credits} today', { credits: formatCredits(creditsToday) })
  return {
    name: connection?.name ?? say('No account'),
    state,
    stateWords: words,
    detail: connection === null ? '' : state === 'connected' ? spent : words
  }
}
