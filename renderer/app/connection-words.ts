import type { AccountState } from '../../shared/connection.ts'
import { creditWords } from '../ui/figures.ts'

/** The connection in the sidebar: how it is, and what it has cost today. The API tells no balance, so none is shown. */
export type ConnectionWords = {
  readonly name: string
  readonly state: 'connected' | 'held' | 'offline'
  readonly stateWords: string
  readonly detail: string
}

export function connectionWords(account: AccountState): ConnectionWords {
  const name = account.connection?.name ?? 'No connection'
  const spent = account.connection?.isPractice === true ? 'No cost' : `${creditWords(account.creditsToday)} today`
  if (account.hold !== null) return { name, state: 'held', stateWords: 'On hold', detail: 'On hold' }
  if (account.obstacle !== null) return { name, state: 'offline', stateWords: 'Not reached', detail: 'Not reached' }
  if (!account.isOnline) return { name, state: 'offline', stateWords: 'Offline', detail: 'Offline' }
  return { name, state: 'connected', stateWords: 'Connected', detail: account.connection === null ? '' : spent }
}
