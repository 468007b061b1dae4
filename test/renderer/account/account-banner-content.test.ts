import { describe, expect, it } from 'vitest'
import { accountBannerContent, stillOnHoldText } from '../../../renderer/account/account-banner-content.ts'
import { holdReasons } from '../../../shared/task/task.ts'
import { anAccount } from '../an-account.ts'

const well = anAccount()

describe('the account banner', () => {
  it('isn’t shown when there are no problems', () => {
    expect(accountBannerContent(well, 3, 0)).toBeNull()
  })

  it('offers an action for every hold reason', () => {
    for (const hold of holdReasons) expect(accountBannerContent({ ...well, hold }, 1, 0)?.action).not.toBeNull()
  })

  it('asks for a new key, counts the waiting tasks and says that nothing was charged', () => {
    const banner = accountBannerContent({ ...well, hold: 'key', holdMessage: 'Key revoked.', holdRequestId: '8f21' }, 38, 0)
    expect(banner).toMatchObject({ title: 'This key no longer works', action: 'replace-key', requestId: '8f21' })
    expect(banner?.description).toBe('Nothing was charged. 38 tasks resume once you replace the key.')
  })

  it('omits charges if the key was rejected for a task already with the service', () => {
    expect(accountBannerContent({ ...well, hold: 'key', holdRequestId: '8f21' }, 0, 0)?.description).toBe(
      'Tasks you’ve already sent keep running. Kiln saves their results after you replace the key.'
    )
  })

  it('says what is wrong if the key is only missing on this computer', () => {
    const banner = accountBannerContent({ ...well, hold: 'key', holdProblem: 'key-cleared' }, 1, 0)
    expect(banner).toMatchObject({
      title: 'Enter your API key again',
      description: 'The API key was kept in memory only and was cleared when Kiln closed. Nothing was charged. 1 task is waiting.'
    })
  })

  it('calls the key rejected, even if the service sends no request ID', () => {
    expect(accountBannerContent({ ...well, hold: 'key', holdMessage: 'Key revoked.' }, 0, 0)?.title).toBe('This key no longer works')
  })

  it('says that the practice service couldn’t be started', () => {
    const account = { ...well, hold: 'no-connection', holdProblem: 'practice-not-started' } as const
    expect(accountBannerContent(account, 0, 0)).toMatchObject({
      title: 'Not connected',
      description: 'The practice service couldn’t be started.'
    })
  })

  it.each(['sign-in', 'subscription', 'credits'] as const)('leads to the service’s website for a %s hold and offers to resume', (hold) => {
    const banner = accountBannerContent({ ...well, hold }, 0, 0)
    expect(banner?.description).toContain('on the service’s website')
    expect(banner?.action).toBe('go-on')
  })

  it('quotes the service’s message about credits', () => {
    expect(accountBannerContent({ ...well, hold: 'credits', holdMessage: 'Insufficient credits.' }, 9, 0)).toMatchObject({
      title: 'Not enough credits for 9 tasks',
      description:
        'Nothing was charged. Add credits on the service’s website. Kiln then resumes automatically. The service says: “Insufficient credits”.'
    })
  })

  it.each(['sign-in-page', 'certificate', 'proxy-refusal'] as const)(
    'names the problem and the waiting tasks for %s, and offers to check again',
    (networkBlock) => {
      const banner = accountBannerContent({ ...well, isOnline: false, offlineSince: 1, networkBlock }, 2, 0)
      expect(banner).toMatchObject({ tone: 'held', action: 'look-again', isOfNetwork: true })
      expect(banner?.title).not.toMatch(/^Offline/)
      expect(banner?.description).toContain('2 tasks are waiting and resume automatically.')
    }
  )

  it('leads to the network settings if the PAC file does not respond', () => {
    const banner = accountBannerContent({ ...well, isOnline: false, offlineSince: 1, networkBlock: 'proxy-script' }, 2, 0)
    expect(banner).toMatchObject({ tone: 'held', action: 'network' })
    expect(banner?.description).toContain('Nothing was sent or charged.')
    expect(banner?.description).toContain('2 tasks are waiting and resume automatically.')
  })

  it('leads to the proxy’s sign-in, unless Kiln can’t sign in', () => {
    const behind = { ...well, isOnline: false, offlineSince: 1, networkBlock: 'proxy-password' } as const
    const proxy = { host: 'proxy.example:8080', source: 'system', needs: 'password', isRefused: false, hasPassword: false } as const
    expect(accountBannerContent(behind, 2, 0, proxy)).toMatchObject({
      title: 'The proxy proxy.example:8080 needs a username and password',
      description: expect.stringContaining('Nothing was sent or charged. Enter the username and password. 2 tasks are waiting') as string,
      action: 'proxy'
    })
    expect(accountBannerContent(behind, 2, 0, { ...proxy, hasPassword: true, isRefused: true })?.title).toContain('no longer accepts')
    expect(accountBannerContent(behind, 2, 0, { ...proxy, needs: 'other' })).toMatchObject({ action: 'look-again' })
  })

  it('shows account problems before network problems', () => {
    expect(accountBannerContent({ ...well, hold: 'key', isOnline: false, slowedUntil: 99 }, 0, 0)?.icon).toBe('key')
  })

  it('shows when Kiln went offline and the tasks that will be sent later', () => {
    const offlineSince = new Date(2026, 10, 20, 14, 12).getTime()
    expect(accountBannerContent({ ...well, isOnline: false, offlineSince }, 4, 0)).toMatchObject({
      title: 'Offline since 14:12',
      description:
        'Nothing was sent or charged. You can keep working. 4 tasks are waiting and will be sent once you’re back online. If a price has gone up by then, Kiln asks first.'
    })
    expect(accountBannerContent({ ...well, isOnline: false }, 1, 0)).toMatchObject({ isOfNetwork: true })
    expect(accountBannerContent({ ...well, hold: 'key' }, 1, 0)).toMatchObject({ isOfNetwork: false })
    expect(accountBannerContent({ ...well, isOnline: false }, 1, 0)?.description).toContain(
      '1 task is waiting and will be sent once you’re back online'
    )
    expect(accountBannerContent({ ...well, isOnline: false }, 0, 0)).toMatchObject({
      title: 'Offline',
      description: expect.stringContaining('Anything you send waits here') as string
    })
  })

  it('counts down while the service limits requests, and disappears afterwards', () => {
    expect(accountBannerContent({ ...well, slowedUntil: 18_500 }, 0, 0)?.description).toBe(
      'You’re never charged twice. Sending resumes in 19 s.'
    )
    expect(accountBannerContent({ ...well, slowedUntil: 18_500 }, 0, 18_500)).toBeNull()
  })
})

describe('resuming too early', () => {
  it('is reported only after the service rejects a request again', () => {
    const resumed = { hold: 'credits', holdCheckedAt: 1_000 } as const
    expect(stillOnHoldText(resumed, resumed)).toBeNull()
    expect(stillOnHoldText(resumed, { hold: null, holdCheckedAt: 1_000 })).toBeNull()
    expect(stillOnHoldText(resumed, { hold: 'credits', holdCheckedAt: 2_000 })).toEqual({
      title: 'Still not enough credits',
      words: 'The service rejected the request again. Nothing was charged. Kiln checks again every minute.'
    })
  })

  it.each(['key', 'sign-in', 'subscription'] as const)('is reported for a %s hold', (hold) => {
    expect(stillOnHoldText({ hold, holdCheckedAt: 1_000 }, { hold, holdCheckedAt: 2_000 })?.title).toMatch(/still/)
  })
})
