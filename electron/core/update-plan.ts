import { assertNever } from '../../shared/assert-never.ts'
import type { Phase } from '../../shared/task.ts'
import type { UpdateRules, UpdateState } from '../../shared/update.ts'

/** A start has better things to do than to look for updates. */
const firstLookAfterInMs = 60_000
const lookEveryInMs = 12 * 60 * 60_000
const tryAgainAfterInMs = 60 * 60_000

/** Files are on their way, or a submission or a choice is: neither line nor process may be taken from them. */
export const movingPhases: readonly Phase[] = ['uploading', 'submitting', 'unconfirmed', 'selecting', 'collecting']

export function isMoving(phase: Phase): boolean {
  return movingPhases.includes(phase)
}

/** What is to be done about updates now. `pause`: give up the download; what is there of it is thrown away. */
export type UpdateStep = 'check' | 'download' | 'pause' | 'nothing'

export type UpdateSituation = {
  readonly state: UpdateState
  readonly rules: UpdateRules
  /** Something is moving: see `isMoving`. */
  readonly isBusy: boolean
  /** Milliseconds since 1970. */
  readonly now: number
  readonly startedAt: number
}

/**
 * In order, the first that fits:
 * 1. Nothing goes on beside a transfer or a submission; a download that runs makes way.
 * 2. An update that a person agreed to, or that needs no word, is downloaded.
 * 3. Kiln looks a minute after its start and every twelve hours; after a failure in an hour; never when it was told not to.
 */
export function nextUpdateStep(situation: UpdateSituation): UpdateStep {
  const { state, rules, isBusy, now } = situation
  if (isBusy) return state.kind === 'downloading' ? 'pause' : 'nothing'
  if (state.kind === 'available') return state.isAgreed || !rules.asks ? 'download' : 'nothing'
  const dueAt = nextLookAt(situation)
  return dueAt !== null && now >= dueAt ? 'check' : 'nothing'
}

/** When Kiln looks next by itself; null: not by itself, or not in this state. */
export function nextLookAt({ state, rules, startedAt }: Pick<UpdateSituation, 'state' | 'rules' | 'startedAt'>): number | null {
  if (!rules.looks) return null
  switch (state.kind) {
    case 'current':
      return state.checkedAt === null ? startedAt + firstLookAfterInMs : state.checkedAt + lookEveryInMs
    case 'failed':
      return state.at + tryAgainAfterInMs
    case 'off':
    case 'checking':
    case 'available':
    case 'downloading':
    case 'ready':
      return null
    default:
      return assertNever(state)
  }
}

/** A person asks: at any time, but for what is being done already. */
export function mayCheck(state: UpdateState): boolean {
  return state.kind === 'current' || state.kind === 'failed' || state.kind === 'available'
}

export function mayRestart({ state, isBusy }: Pick<UpdateSituation, 'state' | 'isBusy'>): boolean {
  return state.kind === 'ready' && !isBusy
}
