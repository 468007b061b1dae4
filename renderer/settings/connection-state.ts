import type { AccountState } from '../../shared/app/connection.ts'
import { say } from '../../shared/i18n/say.ts'

export type ConnectionState = { readonly state: 'connected' | 'held' | 'offline'; readonly words: string }

export function connectionState({ connection, hold, networkBlock, isOnline }: AccountState): ConnectionState {
  if (connection === null) return { state: 'offline', words: say('Not connected') }
  if (hold !== null) return { state: 'held', words: say('On hold') }
  if (networkBlock !== null) return { state: 'offline', words: say('Unreachable') }
  if (!isOnline) return { state: 'offline', words: say('Offline') }
  return { state: 'connected', words: say('Connected') }
}
