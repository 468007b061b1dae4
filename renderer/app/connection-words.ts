import type { AccountState } from '../../shared/connection.ts'
import { say } from '../../shared/words/say.ts'
import { creditWords } from '../ui/figures.ts'

/** The connection in the sidebar: how it is, and what it has cost today. The API tells no balance, so none is shown. */
export type ConnectionWords = {
  readonly name: string
  readonly state: 'connected' | 'held' | 'offline'
  readonly stateWords: string
  readonly detail: string
}

export function connectionWords(account: AccountState): ConnectionWords {
  const name = account.connection?.name ?? say('No connection')
  const spent =
    account.connection?.isPractice === true ? say('No cost') : say('{credits} today', { credits: creditWords(account.creditsToday) })
  if (account.hold !== null) return { name, state: 'held', stateWords: say('On hold'), detail: say('On hold') }
  if (account.obstacle !== null) return { name, state: 'offline', stateWords: say('Not reached'), detail: say('Not reached') }
  if (!account.isOnline) return { name, state: 'offline', stateWords: say('Offline'), detail: say('Offline') }
  return { name, state: 'connected', stateWords: say('Connected'), detail: account.connection === null ? '' : spent }
}
