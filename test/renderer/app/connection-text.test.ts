import { describe, expect, it } from 'vitest'
import { connectionText } from '../../../renderer/app/connection-text.ts'
import { anAccount } from '../an-account.ts'

const well = anAccount({ creditsToday: 86 })

describe('the connection in the sidebar', () => {
  it('shows the credits used today', () => {
    expect(connectionText(well)).toEqual({
      name: 'Studio account',
      state: 'connected',
      stateWords: 'Connected',
      detail: '86 credits today'
    })
  })

  it('says that the practice service costs nothing', () => {
    const connection = { id: 'p', name: 'Practice service', baseUrl: 'http://127.0.0.1:1', isPractice: true }
    expect(connectionText({ ...well, connection }).detail).toBe('Simulated credits')
  })

  it('is shown as not connected without an account', () => {
    const none = { name: 'No account', state: 'offline', stateWords: 'Not connected', detail: '' }
    expect(connectionText({ ...well, connection: null })).toEqual(none)
    expect(connectionText({ ...well, connection: null, hold: 'no-connection' })).toEqual(none)
  })

  it('shows account problems before network problems', () => {
    expect(connectionText({ ...well, isOnline: false }).state).toBe('offline')
    expect(connectionText({ ...well, isOnline: false, hold: 'key' }).state).toBe('held')
  })
})
