import { describe, expect, it } from 'vitest'
import { accountBannerFacts, stillHeldText } from '../../../renderer/account/account-banner-facts.ts'
import type { AccountState } from '../../../shared/connection.ts'
import { holdReasons } from '../../../shared/task.ts'

const well: AccountState = {
  connection: { id: 'c', name: 'Studio account', baseUrl: 'https://api.example.com/v1', isPractice: false },
  others: [],
  hold: null,
  holdMessage: null,
  holdRequestId: null,
  holdCheckedAt: null,
  isOnline: true,
  networkBlock: null,
  offlineSince: null,
  slowedUntil: null,
  creditsToday: 0
}

describe('the banner of the account', () => {
  it('is not there when all is well', () => {
    expect(accountBannerFacts(well, 3, 0)).toBeNull()
  })

  it('has a way out for every reason to hold', () => {
    for (const hold of holdReasons) expect(accountBannerFacts({ ...well, hold }, 1, 0)?.action).not.toBeNull()
  })

  it('asks for a new key, says what waits, and that nothing was charged', () => {
    const banner = accountBannerFacts({ ...well, hold: 'key', holdMessage: 'Key revoked.', holdRequestId: '8f21' }, 38, 0)
    expect(banner).toMatchObject({ title: 'This key no longer works', action: 'replace-key' })
    expect(banner?.description).toBe('38 tasks resume once you replace the key. They weren’t charged. Request ID 8f21.')
  })

  it('says nothing of charges where the key was refused for a task that the service has', () => {
    expect(accountBannerFacts({ ...well, hold: 'key', holdRequestId: '8f21' }, 0, 0)?.description).toBe(
      'Tasks already with the service continue. Kiln saves their results after you replace the key. Request ID 8f21.'
    )
  })

  it("says in Kiln's own words when the key is only missing here", () => {
    const banner = accountBannerFacts({ ...well, hold: 'key', holdMessage: 'The key was kept in memory only.' }, 1, 0)
    expect(banner).toMatchObject({ title: 'Enter your API key again', description: 'The key was kept in memory only. 1 task is waiting.' })
  })

  it.each(['sign-in', 'subscription', 'credits'] as const)('names the website for %s, and resumes when you say so', (hold) => {
    const banner = accountBannerFacts({ ...well, hold }, 0, 0)
    expect(banner?.description).toContain('api.example.com')
    expect(banner?.action).toBe('go-on')
  })

  it("repeats the service's words about credits", () => {
    expect(accountBannerFacts({ ...well, hold: 'credits', holdMessage: 'Insufficient credits.' }, 9, 0)).toMatchObject({
      title: 'Not enough credits for 9 tasks',
      description: expect.stringContaining('“Insufficient credits”.') as string
    })
  })

  it.each(['sign-in-page', 'certificate', 'proxy-refusal'] as const)(
    'names the problem and what waits for %s, and offers to check again',
    (networkBlock) => {
      const banner = accountBannerFacts({ ...well, isOnline: false, offlineSince: 1, networkBlock }, 2, 0)
      expect(banner).toMatchObject({ tone: 'held', action: 'look-again', isOfNetwork: true })
      expect(banner?.title).not.toMatch(/^Offline/)
      expect(banner?.description).toContain('2 tasks are waiting and resume automatically.')
    }
  )

  it('leads from a script that says nothing to the settings of the network', () => {
    const banner = accountBannerFacts({ ...well, isOnline: false, offlineSince: 1, networkBlock: 'proxy-script' }, 2, 0)
    expect(banner).toMatchObject({ tone: 'held', action: 'network' })
    expect(banner?.description).toContain('Nothing is sent or charged')
    expect(banner?.description).toContain('2 tasks are waiting and resume automatically.')
  })

  it('leads from a proxy to its sign-in, except where Kiln can do none', () => {
    const behind = { ...well, isOnline: false, offlineSince: 1, networkBlock: 'proxy-password' } as const
    const proxy = { host: 'proxy.example:8080', source: 'system', needs: 'password', isRefused: false, hasPassword: false } as const
    expect(accountBannerFacts(behind, 2, 0, proxy)).toMatchObject({
      title: 'The proxy proxy.example:8080 needs a username and password',
      description: expect.stringContaining(
        'Nothing is sent or charged in the meantime. Tasks already with the service continue. 2 tasks are waiting'
      ) as string,
      action: 'proxy'
    })
    expect(accountBannerFacts(behind, 2, 0, { ...proxy, hasPassword: true, isRefused: true })?.title).toContain('no longer accepts')
    expect(accountBannerFacts(behind, 2, 0, { ...proxy, needs: 'other' })).toMatchObject({ action: 'look-again' })
  })

  it('shows account problems before network problems', () => {
    expect(accountBannerFacts({ ...well, hold: 'key', isOnline: false, slowedUntil: 99 }, 0, 0)?.icon).toBe('key')
  })

  it('says since when the network is gone and what leaves when it is back', () => {
    const offlineSince = new Date(2026, 10, 20, 14, 12).getTime()
    expect(accountBannerFacts({ ...well, isOnline: false, offlineSince }, 4, 0)).toMatchObject({
      title: 'Offline since 14:12',
      description:
        'You can keep working. 4 tasks are waiting and will be sent once you’re back online. If a price has gone up by then, Kiln asks first.'
    })
    expect(accountBannerFacts({ ...well, isOnline: false }, 1, 0)).toMatchObject({ isOfNetwork: true })
    expect(accountBannerFacts({ ...well, hold: 'key' }, 1, 0)).toMatchObject({ isOfNetwork: false })
    expect(accountBannerFacts({ ...well, isOnline: false }, 1, 0)?.description).toContain(
      '1 task is waiting and will be sent once you’re back online'
    )
    expect(accountBannerFacts({ ...well, isOnline: false }, 0, 0)).toMatchObject({
      title: 'Offline',
      description: expect.stringContaining('Anything you send waits here') as string
    })
  })

  it('counts down while the service asks to slow down, and goes when that is over', () => {
    expect(accountBannerFacts({ ...well, slowedUntil: 18_500 }, 0, 0)?.description).toBe('Nothing is lost. Sending resumes in 0:18.')
    expect(accountBannerFacts({ ...well, slowedUntil: 18_500 }, 0, 18_500)).toBeNull()
  })
})

describe('resuming too early', () => {
  it('is told once the service has refused again, and not before', () => {
    const resumed = { hold: 'credits', holdCheckedAt: 1_000 } as const
    expect(stillHeldText(resumed, resumed)).toBeNull()
    expect(stillHeldText(resumed, { hold: null, holdCheckedAt: 1_000 })).toBeNull()
    expect(stillHeldText(resumed, { hold: 'credits', holdCheckedAt: 2_000 })).toEqual({
      title: 'Still not enough credits',
      words: 'The service rejected the request again. Nothing was charged. Kiln checks again every minute.'
    })
  })

  it.each(['key', 'sign-in', 'subscription'] as const)('is told of a hold for the %s', (hold) => {
    expect(stillHeldText({ hold, holdCheckedAt: 1_000 }, { hold, holdCheckedAt: 2_000 })?.title).toMatch(/still/)
  })
})
