import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isTransferPhase,
  canCheckForUpdates,
  canRestartToUpdate,
  nextUpdateCheckAt,
  nextUpdateStep,
  type UpdatePlanInput
} from '../../../electron/updates/update-plan.ts'
import { phases } from '../../../shared/task/task.ts'
import { defaultUpdateSettings, noUpdateReasons, type UpdatePhase } from '../../../shared/app/update.ts'

const startedAt = 1_790_000_000_000
const hour = 60 * 60_000
const update = { version: '1.1.0', notes: null }

function situation(different: Partial<UpdatePlanInput>): UpdatePlanInput {
  return {
    state: { kind: 'current', checkedAt: null },
    rules: defaultUpdateSettings,
    isBusy: false,
    now: startedAt,
    startedAt,
    ...different
  }
}

const anyState: fc.Arbitrary<UpdatePhase> = fc.oneof(
  fc.constantFrom(...noUpdateReasons).map((reason) => ({ kind: 'off' as const, reason })),
  fc.option(fc.constant(startedAt)).map((checkedAt) => ({ kind: 'current' as const, checkedAt })),
  fc.constant({ kind: 'checking' as const }),
  fc.boolean().map((isAgreed) => ({ kind: 'available' as const, update, isAgreed })),
  fc.constant({ kind: 'downloading' as const, update, share: 0.5 }),
  fc.constant({ kind: 'ready' as const, update }),
  fc.constant({ kind: 'failed' as const, at: startedAt, update: null })
)
const anyRules = fc.record({ channel: fc.constantFrom('stable' as const, 'beta' as const), looks: fc.boolean(), asks: fc.boolean() })

describe('updates', () => {
  it('are checked for a minute after startup, then every twelve hours, and an hour after a failure', () => {
    expect(nextUpdateStep(situation({ now: startedAt + 59_999 }))).toBe('nothing')
    expect(nextUpdateStep(situation({ now: startedAt + 60_000 }))).toBe('check')
    const current = { kind: 'current', checkedAt: startedAt } as const
    expect(nextUpdateStep(situation({ state: current, now: startedAt + 12 * hour - 1 }))).toBe('nothing')
    expect(nextUpdateStep(situation({ state: current, now: startedAt + 12 * hour }))).toBe('check')
    expect(nextUpdateCheckAt(situation({ state: { kind: 'failed', at: startedAt, update: null } }))).toBe(startedAt + hour)
  })

  it('are never checked for while automatic checks are off', () => {
    const rules = { ...defaultUpdateSettings, looks: false }
    expect(nextUpdateStep(situation({ rules, now: startedAt + 1000 * hour }))).toBe('nothing')
    expect(nextUpdateCheckAt(situation({ rules }))).toBeNull()
  })

  it('wait for consent before they are downloaded, unless confirmation is turned off', () => {
    const state = { kind: 'available', update, isAgreed: false } as const
    expect(nextUpdateStep(situation({ state }))).toBe('nothing')
    expect(nextUpdateStep(situation({ state: { ...state, isAgreed: true } }))).toBe('download')
    expect(nextUpdateStep(situation({ state, rules: { ...defaultUpdateSettings, asks: false } }))).toBe('download')
  })

  it('pause during transfers and don’t restart Kiln until they end', () => {
    expect(nextUpdateStep(situation({ state: { kind: 'downloading', update, share: 0.2 }, isBusy: true }))).toBe('pause')
    expect(nextUpdateStep(situation({ state: { kind: 'available', update, isAgreed: true }, isBusy: true }))).toBe('nothing')
    expect(canRestartToUpdate({ state: { kind: 'ready', update }, isBusy: true })).toBe(false)
    expect(canRestartToUpdate({ state: { kind: 'ready', update }, isBusy: false })).toBe(true)
  })

  it('are never checked for, downloaded or installed during a transfer', () => {
    fc.assert(
      fc.property(anyState, anyRules, fc.nat(1000 * hour), (state, rules, later) => {
        const busy = situation({ state, rules, isBusy: true, now: startedAt + later })
        expect(['pause', 'nothing']).toContain(nextUpdateStep(busy))
        expect(canRestartToUpdate(busy)).toBe(false)
      })
    )
  })

  it('do nothing if they’re off, and are never checked for twice at once', () => {
    fc.assert(
      fc.property(anyRules, fc.boolean(), fc.nat(1000 * hour), fc.constantFrom(...noUpdateReasons), (rules, isBusy, later, reason) => {
        const off: UpdatePhase = { kind: 'off', reason }
        expect(nextUpdateStep(situation({ state: off, rules, isBusy, now: startedAt + later }))).toBe('nothing')
        expect(canCheckForUpdates(off)).toBe(false)
        expect(canCheckForUpdates({ kind: 'checking' })).toBe(false)
        expect(canCheckForUpdates({ kind: 'downloading', update, share: 0 })).toBe(false)
      })
    )
  })

  it('treat phases with an upload, download, submission or face selection as transfers', () => {
    expect(phases.filter(isTransferPhase)).toEqual(['uploading', 'submitting', 'unconfirmed', 'selecting', 'collecting'])
  })
})
