import { describe, expect, it } from 'vitest'
import { bannerOf } from '../../../renderer/account/banner-of.ts'
import type { AccountState } from '../../../shared/connection.ts'
import { holdReasons } from '../../../shared/task.ts'

const well: AccountState = {
  connection: { id: 'c', name: 'Studio account', baseUrl: 'https://api.example.com/v1', isPractice: false },
  others: [],
  hold: null,
  holdMessage: null,
  holdRequestId: null,
  isOnline: true,
  obstacle: null,
  offlineSince: null,
  slowedUntil: null,
  creditsToday: 0
}

describe('the banner of the account', () => {
  it('is not there when all is well', () => {
    expect(bannerOf(well, 3, 0)).toBeNull()
  })

  it('has a way out for every reason to hold', () => {
    for (const hold of holdReasons) expect(bannerOf({ ...well, hold }, 1, 0)?.action).not.toBeNull()
  })

  it('asks for a new key, says what waits, and that nothing was charged', () => {
    const banner = bannerOf({ ...well, hold: 'key', holdMessage: 'Key revoked.', holdRequestId: '8f21' }, 38, 0)
    expect(banner).toMatchObject({ title: 'This key no longer works', action: 'replace-key' })
    expect(banner?.words).toBe('38 tasks wait and go on once it is replaced. Nothing was charged for them. Request id 8f21.')
  })

  it('says nothing of charges where the key was refused for a task that the service has', () => {
    expect(bannerOf({ ...well, hold: 'key', holdRequestId: '8f21' }, 0, 0)?.words).toBe(
      'What is with the service goes on there. Kiln follows it again once the key is replaced. Request id 8f21.'
    )
  })

  it("says in Kiln's own words when the key is only missing here", () => {
    const banner = bannerOf({ ...well, hold: 'key', holdMessage: 'The key was kept in memory only.' }, 1, 0)
    expect(banner).toMatchObject({ title: 'The key is needed again', words: 'The key was kept in memory only. 1 task waits.' })
  })

  it.each(['sign-in', 'subscription', 'credits'] as const)('names the website for %s, and goes on by word of the person', (hold) => {
    const banner = bannerOf({ ...well, hold }, 0, 0)
    expect(banner?.words).toContain('api.example.com')
    expect(banner?.action).toBe('go-on')
  })

  it("repeats the service's words about credits", () => {
    expect(bannerOf({ ...well, hold: 'credits', holdMessage: 'Insufficient credits.' }, 9, 0)).toMatchObject({
      title: 'Not enough credits for 9 tasks',
      words: expect.stringContaining('“Insufficient credits”.') as string
    })
  })

  it.each(['sign-in-page', 'certificate', 'proxy-refusal'] as const)(
    'says of %s what stands in the way, what waits, and looks again',
    (obstacle) => {
      const banner = bannerOf({ ...well, isOnline: false, offlineSince: 1, obstacle }, 2, 0)
      expect(banner).toMatchObject({ tone: 'held', action: 'look-again', isOfNetwork: true })
      expect(banner?.title).not.toMatch(/^Offline/)
      expect(banner?.words).toContain('2 tasks wait and go on by themselves.')
    }
  )

  it('leads from a script that says nothing to the settings of the network', () => {
    const banner = bannerOf({ ...well, isOnline: false, offlineSince: 1, obstacle: 'proxy-script' }, 2, 0)
    expect(banner).toMatchObject({ tone: 'held', action: 'network' })
    expect(banner?.words).toContain('nothing is sent and nothing is spent')
    expect(banner?.words).toContain('2 tasks wait and go on by themselves.')
  })

  it('leads from a proxy to its sign-in, except where Kiln can do none', () => {
    const behind = { ...well, isOnline: false, offlineSince: 1, obstacle: 'proxy-password' } as const
    const proxy = { host: 'proxy.example:8080', source: 'system', wants: 'password', isRefused: false, hasPassword: false } as const
    expect(bannerOf(behind, 2, 0, proxy)).toMatchObject({
      title: 'The proxy proxy.example:8080 wants a name and a password',
      words: expect.stringContaining('nothing is sent and nothing is spent; what the service has goes on there. 2 tasks wait') as string,
      action: 'proxy'
    })
    expect(bannerOf(behind, 2, 0, { ...proxy, hasPassword: true, isRefused: true })?.title).toContain('any more')
    expect(bannerOf(behind, 2, 0, { ...proxy, wants: 'other' })).toMatchObject({ action: 'look-again' })
  })

  it('speaks of the account before the weather', () => {
    expect(bannerOf({ ...well, hold: 'key', isOnline: false, slowedUntil: 99 }, 0, 0)?.icon).toBe('key')
  })

  it('says since when the network is gone and what leaves when it is back', () => {
    const offlineSince = new Date(2026, 10, 20, 14, 12).getTime()
    expect(bannerOf({ ...well, isOnline: false, offlineSince }, 4, 0)).toMatchObject({
      title: 'Offline since 14:12',
      words: 'Compose as usual. 4 tasks wait for the network and are sent when it is back; what costs more by then asks you first.'
    })
    expect(bannerOf({ ...well, isOnline: false }, 1, 0)).toMatchObject({ isOfNetwork: true })
    expect(bannerOf({ ...well, hold: 'key' }, 1, 0)).toMatchObject({ isOfNetwork: false })
    expect(bannerOf({ ...well, isOnline: false }, 1, 0)?.words).toContain('1 task waits for the network and is sent')
    expect(bannerOf({ ...well, isOnline: false }, 0, 0)).toMatchObject({
      title: 'Offline',
      words: expect.stringContaining('What you send waits here') as string
    })
  })

  it('counts down while the service asks to slow down, and goes when that is over', () => {
    expect(bannerOf({ ...well, slowedUntil: 18_500 }, 0, 0)?.words).toBe('Everything is safe. Next send in 0:18.')
    expect(bannerOf({ ...well, slowedUntil: 18_500 }, 0, 18_500)).toBeNull()
  })
})
