import { describe, expect, it } from 'vitest'
import {
  emptyNotificationPlan,
  notificationGroupingDelayInMs,
  nextNotificationAt,
  minNotificationIntervalInMs,
  quietUntil,
  takeDueNotifications,
  withNotification
} from '../../../electron/notifications/notification-plan.ts'
import type { QuietHours } from '../../../shared/app/notifications.ts'

const at = (hour: number, minute = 0, day = 10): number => new Date(2026, 2, day, hour, minute).getTime()
const never: QuietHours = { isOn: false, from: 22 * 60, to: 8 * 60 }
const night: QuietHours = { ...never, isOn: true }
const noon = at(12)

describe('quiet hours', () => {
  it.each([
    ['in the evening', at(23), at(8, 0, 11)],
    ['when they begin', at(22), at(8, 0, 11)],
    ['in the small hours', at(3), at(8)],
    ['a minute before they end', at(7, 59), at(8)]
  ])('over midnight apply %s, until the morning', (_when, now, end) => {
    expect(quietUntil(night, now)).toBe(end)
  })

  it.each([
    ['when they end', at(8)],
    ['at noon', noon],
    ['a minute before they begin', at(21, 59)]
  ])('over midnight don’t apply %s', (_when, now) => {
    expect(quietUntil(night, now)).toBeNull()
  })

  it('within a day apply from their start to their end', () => {
    const siesta: QuietHours = { isOn: true, from: 13 * 60, to: 15 * 60 + 30 }
    expect([at(12, 59), at(13), at(15, 29), at(15, 30)].map((now) => quietUntil(siesta, now))).toEqual([null, at(15, 30), at(15, 30), null])
  })

  it('that are off or have no length never apply', () => {
    expect(quietUntil(never, at(23))).toBeNull()
    expect(quietUntil({ isOn: true, from: 600, to: 600 }, at(10))).toBeNull()
  })
})

describe('a plan of notifications', () => {
  it('is empty at first', () => {
    expect(nextNotificationAt(emptyNotificationPlan, never, noon)).toBeNull()
    expect(takeDueNotifications(emptyNotificationPlan, never, noon).groups).toEqual([])
  })

  it('groups notifications that come within a short time', () => {
    let plan = withNotification(emptyNotificationPlan, 'done', 'a', noon)
    expect(nextNotificationAt(plan, never, noon)).toBe(noon + notificationGroupingDelayInMs)
    for (const [place, id] of ['b', 'c', 'd', 'e'].entries()) plan = withNotification(plan, 'done', id, noon + place * 500)
    expect(takeDueNotifications(plan, never, noon + notificationGroupingDelayInMs - 1).groups).toEqual([])
    const due = takeDueNotifications(plan, never, noon + notificationGroupingDelayInMs)
    expect(due.groups).toEqual([{ group: 'done', ids: ['a', 'b', 'c', 'd', 'e'] }])
    expect(nextNotificationAt(due.plan, never, noon + notificationGroupingDelayInMs)).toBeNull()
  })

  it('keeps groups apart', () => {
    const plan = withNotification(withNotification(emptyNotificationPlan, 'done', 'a', noon), 'needs-you', 'b', noon + 1000)
    expect(takeDueNotifications(plan, never, noon + notificationGroupingDelayInMs).groups).toEqual([{ group: 'done', ids: ['a'] }])
    expect(takeDueNotifications(plan, never, noon + notificationGroupingDelayInMs + 1000).groups.map(({ group }) => group)).toEqual([
      'done',
      'needs-you'
    ])
  })

  it('replaces an unseen notification of a group with the next one, but not too soon', () => {
    const shownAt = noon + notificationGroupingDelayInMs
    const { plan } = takeDueNotifications(withNotification(emptyNotificationPlan, 'done', 'a', noon), never, shownAt)
    const grown = withNotification(plan, 'done', 'b', shownAt + 100)
    expect(nextNotificationAt(grown, never, shownAt + 100)).toBe(shownAt + minNotificationIntervalInMs)
    expect(takeDueNotifications(grown, never, shownAt + minNotificationIntervalInMs).groups).toEqual([{ group: 'done', ids: ['a', 'b'] }])
  })

  it('shows the same notification once', () => {
    const plan = withNotification(withNotification(emptyNotificationPlan, 'done', 'a', noon), 'done', 'a', noon + 10)
    expect(takeDueNotifications(plan, never, noon + notificationGroupingDelayInMs).groups).toEqual([{ group: 'done', ids: ['a'] }])
  })

  it('holds everything back during quiet hours and shows it as one notification when they end', () => {
    let plan = withNotification(emptyNotificationPlan, 'done', 'a', at(23))
    plan = withNotification(plan, 'done', 'b', at(3, 0, 11))
    expect(nextNotificationAt(plan, night, at(3, 0, 11))).toBe(at(8, 0, 11))
    expect(takeDueNotifications(plan, night, at(7, 59, 11)).groups).toEqual([])
    expect(takeDueNotifications(plan, night, at(8, 0, 11)).groups).toEqual([{ group: 'done', ids: ['a', 'b'] }])
  })

  it('holds back a notification that came just before quiet hours', () => {
    const came = at(22) - 1000
    const plan = withNotification(emptyNotificationPlan, 'done', 'a', came)
    expect(nextNotificationAt(plan, night, came)).toBe(at(8, 0, 11))
  })

  it('notifies when the user ends quiet hours, and waits when the user begins them', () => {
    const plan = withNotification(emptyNotificationPlan, 'done', 'a', at(23))
    expect(nextNotificationAt(plan, never, at(23, 30))).toBe(at(23, 30))
    const waiting = withNotification(emptyNotificationPlan, 'done', 'a', at(12))
    expect(nextNotificationAt(waiting, { isOn: true, from: 12 * 60, to: 13 * 60 }, at(12, 30))).toBe(at(13))
  })
})
