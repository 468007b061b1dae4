import { describe, expect, it } from 'vitest'
import type { Clock } from '../../../../electron/tasks/ports.ts'
import { Lane, type StepPermission } from '../../../../electron/tasks/engine/lane.ts'

/** Returns a manual clock. `moveTo` runs the timers that are due by the new time. */
function handClock(): Clock & { readonly moveTo: (at: number) => Promise<void> } {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    setTimer: (delayInMs, run) => {
      const timer = { at: now + delayInMs, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    moveTo: async (at) => {
      for (;;) {
        const due = timers.filter((timer) => timer.at <= at).sort((one, other) => one.at - other.at)[0]
        if (due === undefined) break
        timers = timers.filter((one) => one !== due)
        now = Math.max(now, due.at)
        due.run()
        await settle()
      }
      now = at
      await settle()
    }
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

describe('a lane', () => {
  it('runs the oldest due task first, and no task before its time', async () => {
    const clock = handClock()
    const ran: string[] = []
    const lane = new Lane({
      clock,
      maxConcurrent: 1,
      ratePerSecond: null,
      permissionOf: () => 'yes',
      run: async (id) => void ran.push(id)
    })
    lane.plan('late', 300)
    lane.plan('early', 100)
    lane.plan('middle', 200)
    await clock.moveTo(250)
    expect(ran).toEqual(['early', 'middle'])
    await clock.moveTo(300)
    expect(ran).toEqual(['early', 'middle', 'late'])
  })

  it('loses no task if a permission check plans another one', async () => {
    const clock = handClock()
    const ran: string[] = []
    const lane = new Lane({
      clock,
      maxConcurrent: 1,
      ratePerSecond: null,
      permissionOf: (id) => {
        if (id !== 'shut out') return 'yes'
        lane.remove('shut out')
        lane.plan('first of all', 1)
        return 'parked'
      },
      run: async (id) => void ran.push(id)
    })
    lane.plan('shut out', 100)
    lane.plan('behind it', 100)
    await clock.moveTo(200)
    expect(ran.toSorted()).toEqual(['behind it', 'first of all'])
  })

  it('parks tasks in chunks over several turns of the event loop', async () => {
    const clock = handClock()
    const asked = new Set<string>()
    const inOneGo: number[] = []
    const lane = new Lane({
      clock,
      maxConcurrent: 1,
      ratePerSecond: null,
      permissionOf: (id) => {
        asked.add(id)
        return id === 'last' ? 'yes' : 'parked'
      },
      together: (work) => {
        const before = asked.size
        work()
        inOneGo.push(asked.size - before)
      },
      run: async () => undefined
    })
    for (let number = 0; number < 2_000; number += 1) lane.plan(`task-${number}`, 100)
    lane.plan('last', 100)
    await clock.moveTo(100)
    expect(asked.size).toBe(2_001)
    expect(Math.max(...inOneGo)).toBeLessThanOrEqual(500)
  })

  it('respects its concurrency limit and never runs a task twice at once', async () => {
    const clock = handClock()
    let running = 0
    let most = 0
    const finish: (() => void)[] = []
    const lane = new Lane({
      clock,
      maxConcurrent: 2,
      ratePerSecond: null,
      permissionOf: () => 'yes',
      run: () => {
        running += 1
        most = Math.max(most, running)
        return new Promise<void>((resolve) =>
          finish.push(() => {
            running -= 1
            resolve()
          })
        )
      }
    })
    for (const id of ['a', 'b', 'c']) lane.plan(id, 0)
    await clock.moveTo(1)
    lane.plan('a', 1)
    await clock.moveTo(2)
    expect([running, most]).toEqual([2, 2])
    while (finish.length > 0) {
      finish.shift()?.()
      await clock.moveTo(clock.now() + 1)
    }
    expect(most).toBe(2)
    expect(running).toBe(0)
  })

  it('respects its rate limit across all tasks', async () => {
    const clock = handClock()
    const ranAt: number[] = []
    const lane = new Lane({
      clock,
      maxConcurrent: 100,
      ratePerSecond: 10,
      permissionOf: () => 'yes',
      run: async () => void ranAt.push(clock.now())
    })
    for (let index = 0; index < 30; index += 1) lane.plan(`task-${index}`, 0)
    await clock.moveTo(1_000)
    expect(ranAt.length).toBeGreaterThanOrEqual(10)
    expect(ranAt.length).toBeLessThanOrEqual(12)
    await clock.moveTo(3_000)
    expect(ranAt.length).toBe(30)
  })

  it('parks tasks without permission, and checks again when they are unparked', async () => {
    const clock = handClock()
    let permission: StepPermission = 'parked'
    const ran: string[] = []
    const lane = new Lane({
      clock,
      maxConcurrent: 1,
      ratePerSecond: null,
      permissionOf: () => permission,
      run: async (id) => void ran.push(id)
    })
    lane.plan('a', 0)
    await clock.moveTo(1_000)
    expect(ran).toEqual([])
    permission = { notBefore: 5_000 }
    lane.unpark()
    await clock.moveTo(4_000)
    expect(ran).toEqual([])
    permission = 'yes'
    await clock.moveTo(5_000)
    expect(ran).toEqual(['a'])
  })

  it('doesn’t run removed tasks', async () => {
    const clock = handClock()
    const ran: string[] = []
    const lane = new Lane({
      clock,
      maxConcurrent: 1,
      ratePerSecond: null,
      permissionOf: () => 'yes',
      run: async (id) => void ran.push(id)
    })
    lane.plan('a', 10)
    lane.plan('b', 10)
    lane.remove('a')
    await clock.moveTo(20)
    expect(ran).toEqual(['b'])
  })

  it('runs tasks due at the same time in the order in which they were planned', async () => {
    const clock = handClock()
    const ran: string[] = []
    const lane = new Lane({
      clock,
      maxConcurrent: 1,
      ratePerSecond: null,
      permissionOf: () => 'yes',
      run: async (id) => void ran.push(id)
    })
    const ids = Array.from({ length: 20 }, (_, place) => `row ${place}`)
    for (const id of ids) lane.plan(id, 10)
    await clock.moveTo(20)
    expect(ran).toEqual(ids)
  })

  it('prefers a lower rank regardless of waiting time, and leaves other ranks their capacity', async () => {
    const clock = handClock()
    const running: string[] = []
    const finish = new Map<string, () => void>()
    const lane = new Lane({
      clock,
      maxConcurrent: 3,
      ratePerSecond: null,
      permissionOf: () => 'yes',
      priorities: {
        count: 2,
        of: (id) => (id.startsWith('row') ? 1 : 0),
        hasCapacity: (rank, runningOf) => rank === 0 || (runningOf[1] ?? 0) < 2
      },
      run: (id) => {
        running.push(id)
        return new Promise((resolve) => finish.set(id, resolve))
      }
    })
    for (const place of [1, 2, 3, 4]) lane.plan(`row ${place}`, 0)
    await clock.moveTo(1)
    expect(running).toEqual(['row 1', 'row 2'])
    lane.plan('single', 2)
    lane.plan('another', 2)
    await clock.moveTo(3)
    expect(running).toEqual(['row 1', 'row 2', 'single'])
    finish.get('row 1')?.()
    await clock.moveTo(4)
    expect(running.at(-1)).toBe('another')
    finish.get('row 2')?.()
    await clock.moveTo(5)
    expect(running.at(-1)).toBe('row 3')
  })

  it('checks the capacity again when startDue is called', async () => {
    const clock = handClock()
    let hasRoom = false
    const ran: string[] = []
    const lane = new Lane({
      clock,
      maxConcurrent: 1,
      ratePerSecond: null,
      permissionOf: () => 'yes',
      priorities: { count: 1, of: () => 0, hasCapacity: () => hasRoom },
      run: async (id) => void ran.push(id)
    })
    lane.plan('row', 0)
    await clock.moveTo(1_000)
    expect(ran).toEqual([])
    hasRoom = true
    lane.startDue()
    await clock.moveTo(1_001)
    expect(ran).toEqual(['row'])
  })
})

describe('a lane with groups', () => {
  /** Opens a lane whose steps end only when the test ends them. */
  function openLane(options: { readonly maxAtOnce: number; readonly most: number; readonly mostWithoutSlot?: number }) {
    const clock = handClock()
    const ends = new Map<string, () => void>()
    const slots = new Map<string, () => void>()
    const lane = new Lane({
      clock,
      ratePerSecond: null,
      maxConcurrent: options.maxAtOnce,
      maxWithoutSlot: options.mostWithoutSlot ?? 0,
      groups: { maxConcurrent: options.most, of: (id) => id.replace(/\d/, '') },
      permissionOf: () => 'yes',
      run: (id, releaseSlot) => {
        slots.set(id, releaseSlot)
        return new Promise((resolve) => ends.set(id, resolve))
      }
    })
    return { clock, lane, ends, slots, running: () => [...ends.keys()] }
  }

  it('limits each group’s share, so that no group blocks another', async () => {
    const { clock, lane, ends, running } = openLane({ maxAtOnce: 4, most: 2 })
    for (const id of ['dead1', 'dead2', 'dead3', 'dead4', 'live1']) lane.plan(id, 0)
    await clock.moveTo(1)
    expect(running()).toEqual(['dead1', 'dead2', 'live1'])
    ends.get('dead1')?.()
    await clock.moveTo(2)
    expect(running()).toContain('dead3')
  })

  it('starts other steps when a step releases its slot, up to a limit', async () => {
    const { clock, lane, ends, slots, running } = openLane({ maxAtOnce: 2, most: 2, mostWithoutSlot: 2 })
    for (const id of ['host1', 'host2', 'host3', 'host4', 'host5']) lane.plan(id, 0)
    await clock.moveTo(1)
    expect(running()).toEqual(['host1', 'host2'])
    for (const id of ['host1', 'host2', 'host2']) slots.get(id)?.()
    await clock.moveTo(2)
    expect(running()).toEqual(['host1', 'host2', 'host3', 'host4'])
    slots.get('host3')?.()
    await clock.moveTo(3)
    expect(running()).toHaveLength(4)
    ends.get('host1')?.()
    slots.get('host1')?.()
    await clock.moveTo(4)
    slots.get('host3')?.()
    await clock.moveTo(5)
    expect(running()).toHaveLength(5)
  })

  it('moves an ID whose group has changed', async () => {
    const clock = handClock()
    const ran: string[] = []
    let group = 'dead'
    const lane = new Lane({
      clock,
      maxConcurrent: 2,
      ratePerSecond: null,
      groups: { maxConcurrent: 1, of: (id) => (id === 'moving' ? group : 'dead') },
      permissionOf: () => 'yes',
      run: (id) => {
        ran.push(id)
        return new Promise(() => undefined)
      }
    })
    lane.plan('stuck', 0)
    lane.plan('moving', 0)
    await clock.moveTo(1)
    group = 'live'
    lane.plan('moving', 0)
    await clock.moveTo(2)
    expect(ran).toEqual(['stuck', 'moving'])
  })
})
