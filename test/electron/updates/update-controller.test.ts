import { beforeEach, describe, expect, it } from 'vitest'
import { createUpdateController, type Updater, type UpdateController } from '../../../electron/updates/update-controller.ts'
import type { StudioEvent } from '../../../electron/studio.ts'
import type { Task } from '../../../shared/task/task.ts'
import {
  defaultUpdateSettings,
  type AvailableUpdate,
  type UpdateSettings,
  type UpdatePhase,
  type UpdateStatus
} from '../../../shared/app/update.ts'
import { aTask } from '../../renderer/a-task.ts'

const startedAt = 1_790_000_000_000
const minute = 60_000
const update: AvailableUpdate = { version: '1.1.0', notes: '- New.' }

let now: number
let timers: { readonly at: number; readonly run: () => void }[]
let rules: UpdateSettings
let tasks: Map<string, Task>
let listeners: Set<(event: StudioEvent) => void>
const source = 'updates.example.com'
let told: UpdateStatus[]
let troubles: unknown[]
/** Calls to the updater, in order. */
let asked: string[]
let checking: PromiseWithResolvers<AvailableUpdate | null>
let downloading: PromiseWithResolvers<void>
let share: (share: number) => void
let updates: UpdateController

beforeEach(() => {
  now = startedAt
  timers = []
  rules = defaultUpdateSettings
  tasks = new Map()
  listeners = new Set()
  told = []
  troubles = []
  asked = []
  updates = start()
})

function start(updater: Updater | 'portable' = theUpdater()): UpdateController {
  return createUpdateController({
    updater,
    source,
    studio: {
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      tasks: () => [...tasks.values()]
    },
    rules: () => rules,
    announce: (name, payload) => {
      if (name === 'updates.changed') told.push(payload as UpdateStatus)
    },
    onTrouble: (error) => troubles.push(error),
    now: () => now,
    setTimer: (delayInMs, run) => {
      const timer = { at: now + delayInMs, run }
      timers.push(timer)
      return () => (timers = timers.filter((one) => one !== timer))
    }
  })
}

function theUpdater(): Updater {
  return {
    check: (channel) => {
      asked.push(`check ${channel}`)
      checking = Promise.withResolvers()
      return checking.promise
    },
    download: (onShare, signal) => {
      asked.push('download')
      share = onShare
      downloading = Promise.withResolvers()
      signal.addEventListener('abort', () => downloading.reject(new Error('given up')))
      return downloading.promise
    },
    restart: () => void asked.push('restart')
  }
}

/** Waits until `updates` has handled all settled promises of the updater. */
async function heard(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

async function passUntil(at: number): Promise<void> {
  for (let next = nextTimer(at); next !== undefined; next = nextTimer(at)) {
    const due = next
    timers = timers.filter((one) => one !== due)
    now = due.at
    due.run()
    await heard()
  }
  now = at
}

function nextTimer(until: number) {
  return timers.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0]
}

function move(id: string, phase: Task['phase']): void {
  const task = aTask({ id, phase })
  tasks.set(id, task)
  for (const listener of listeners) listener({ kind: 'task', task })
}

const state = (): UpdatePhase => updates.state().state

async function untilAvailable(): Promise<void> {
  await passUntil(startedAt + minute)
  checking.resolve(update)
  await heard()
}

async function untilReady(): Promise<void> {
  await untilAvailable()
  updates.download()
  downloading.resolve()
  await heard()
}

describe('updates', () => {
  it('are checked for a minute after the start, offered, confirmed, downloaded, and ready', async () => {
    await passUntil(startedAt + minute - 1)
    expect(asked).toEqual([])
    await passUntil(startedAt + minute)
    expect(asked).toEqual(['check stable'])
    checking.resolve(update)
    await heard()
    expect(state()).toEqual({ kind: 'available', update, isAgreed: false })
    expect(asked).toEqual(['check stable'])

    updates.download()
    share(0.5)
    expect(state()).toEqual({ kind: 'downloading', update, share: 0.5 })
    downloading.resolve()
    await heard()
    expect(state()).toEqual({ kind: 'ready', update })
    updates.restart()
    expect(asked).toEqual(['check stable', 'download', 'restart'])
    expect(told.map((one) => one.state.kind)).toEqual(['checking', 'available', 'available', 'downloading', 'downloading', 'ready'])
  })

  it('need no consent if the question is turned off', async () => {
    rules = { ...rules, asks: false }
    await untilAvailable()
    expect(asked).toEqual(['check stable', 'download'])
  })

  it('wait during a transfer, and continue automatically when it has finished', async () => {
    move('one', 'uploading')
    await passUntil(startedAt + 5 * minute)
    expect(asked).toEqual([])
    move('one', 'running')
    expect(asked).toEqual(['check stable'])
    checking.resolve(update)
    await heard()
    move('two', 'submitting')
    updates.download()
    expect(asked).toEqual(['check stable'])
    expect(updates.state()).toEqual({ state: { kind: 'available', update, isAgreed: true }, isBusy: true, source })
    move('two', 'running')
    expect(asked).toEqual(['check stable', 'download'])
  })

  it('cancel a download when a transfer starts, and resume it afterwards without asking again', async () => {
    await untilAvailable()
    updates.download()
    move('one', 'collecting')
    await heard()
    expect(updates.state()).toEqual({ state: { kind: 'available', update, isAgreed: true }, isBusy: true, source })
    expect(troubles).toEqual([])
    move('one', 'done')
    expect(asked).toEqual(['check stable', 'download', 'download'])
    downloading.resolve()
    await heard()
    expect(state().kind).toBe('ready')
  })

  it('don’t restart Kiln during a transfer', async () => {
    await untilReady()
    move('one', 'submitting')
    updates.restart()
    expect(asked).not.toContain('restart')
    move('one', 'running')
    updates.restart()
    expect(asked).toContain('restart')
  })

  it('wait for transfers that started before them', async () => {
    updates.close()
    tasks.set('one', aTask({ id: 'one', phase: 'collecting' }))
    updates = start()
    await passUntil(startedAt + 5 * minute)
    expect(asked).toEqual([])
  })

  it('are checked for again an hour after a failure, or immediately if the user asks', async () => {
    await passUntil(startedAt + minute)
    checking.reject(new Error('no network'))
    await heard()
    expect(state()).toEqual({ kind: 'failed', at: startedAt + minute, update: null })
    expect(troubles).toHaveLength(1)
    await passUntil(startedAt + 61 * minute - 1)
    expect(asked).toEqual(['check stable'])
    const answer = updates.check()
    checking.resolve(null)
    expect(await answer).toEqual({ state: { kind: 'current', checkedAt: now }, isBusy: false, source })
    expect(asked).toEqual(['check stable', 'check stable'])
  })

  it('are offered again after a failed download', async () => {
    await untilAvailable()
    updates.download()
    downloading.reject(new Error('sha512 checksum mismatch'))
    await heard()
    expect(state()).toEqual({ kind: 'failed', at: now, update })
    updates.download()
    expect(asked).toEqual(['check stable', 'download', 'download'])
  })

  it('are checked for on the other channel when the user chooses it', async () => {
    await untilAvailable()
    const before = rules
    rules = { ...rules, channel: 'beta' }
    updates.settingsChanged(before)
    await heard()
    expect(asked.at(-1)).toBe('check beta')
  })

  it('stop when Kiln closes', async () => {
    await untilAvailable()
    updates.download()
    updates.close()
    await heard()
    const count = told.length
    await passUntil(startedAt + 10_000 * minute)
    expect(told).toHaveLength(count)
    expect(asked).toEqual(['check stable', 'download'])
  })

  it('report why they aren’t available, and reject every action', async () => {
    updates.close()
    updates = start('portable')
    await passUntil(startedAt + 10_000 * minute)
    expect(await updates.check()).toEqual({ state: { kind: 'off', reason: 'portable' }, isBusy: false, source })
    updates.download()
    updates.restart()
    expect(asked).toEqual([])
  })
})
