import { describe, expect, it } from 'vitest'
import { connectionWords } from '../../../renderer/app/connection-words.ts'
import type { AccountState } from '../../../shared/connection.ts'

const well: AccountState = {
  connection: { id: 'c', name: 'Studio account', baseUrl: 'https://api.example.com', isPractice: false },
  others: [],
  hold: null,
  holdMessage: null,
  holdRequestId: null,
  isOnline: true,
  obstacle: null,
  offlineSince: null,
  slowedUntil: null,
  creditsToday: 86
}

describe('the connection in the sidebar', () => {
  it('says what was spent today', () => {
    expect(connectionWords(well)).toEqual({
      name: 'Studio account',
      state: 'connected',
      stateWords: 'Connected',
      detail: '86 credits today'
    })
  })

  it('says that practice costs nothing', () => {
    const connection = { id: 'p', name: 'Practice service', baseUrl: 'http://127.0.0.1:1', isPractice: true }
    expect(connectionWords({ ...well, connection }).detail).toBe('No cost')
  })

  it('says what stands in the way, the account before the network', () => {
    expect(connectionWords({ ...well, isOnline: false }).state).toBe('offline')
    expect(connectionWords({ ...well, isOnline: false, hold: 'key' }).state).toBe('held')
  })
})
