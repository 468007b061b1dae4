import { assertNever } from '../../shared/assert-never.ts'
import type { Phase } from '../../shared/task/task.ts'
import type { UpdateSettings, UpdatePhase } from '../../shared/app/update.ts'

/** Delay before the first update check, so that it doesn't slow down Kiln's start. */
const firstCheckAfterInMs = 60_000
const checkEveryInMs = 12 * 60 * 60_000
const tryAgainAfterInMs = 60 * 60_000

/** Phases with a transfer, submission or face selection in progress. In these phases, updates must not use bandwidth or restart Kiln. */
export const transferPhases: readonly Phase[] = ['uploading', 'submitting', 'unconfirmed', 'selecting', 'collecting']

export function isTransferPhase(phase: Phase): boolean {
  return transferPhases.includes(phase)
}

/** The next update step. `pause`: abort the download and discard its partial data. */
export type UpdateStep = 'check' | 'download' | 'pause' | 'nothing'

export type UpdatePlanInput = {
  readonly state: UpdatePhase
  readonly rules: UpdateSettings
  /** True while a task is in one of `transferPhases`. */
  readonly isBusy: boolean
  /** Milliseconds since 1970. */
  readonly now: number
  readonly startedAt: number
}

/**
 * Returns the step of the first rule that applies:
 * 1. While `isBusy` is true, nothing starts, and a running download is aborted.
 * 2. An available update is downloaded if the user agreed, or if agreement isn't required.
 * 3. Kiln checks a minute after its start and every twelve hours, unless checks are off. After a failure, the next check is an hour later.
 */
export function nextUpdateStep(situation: UpdatePlanInput): UpdateStep {
  const { state, rules, isBusy, now } = situation
  if (isBusy) return state.kind === 'downloading' ? 'pause' : 'nothing'
  if (state.kind === 'available') return state.isAgreed || !rules.asks ? 'download' : 'nothing'
  const dueAt = nextUpdateCheckAt(situation)
  return dueAt !== null && now >= dueAt ? 'check' : 'nothing'
}

/** Returns the time of the next automatic check, in milliseconds since 1970. Null if checks are off or `state` doesn't allow one. */
export function nextUpdateCheckAt({ state, rules, startedAt }: Pick<UpdatePlanInput, 'state' | 'rules' | 'startedAt'>): number | null {
  if (!rules.looks) return null
  switch (state.kind) {
    case 'current':
      return state.checkedAt === null ? startedAt + firstCheckAfterInMs : state.checkedAt + checkEveryInMs
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

/** True if the user can check for updates now. False during a check or download, after a download, and if updates are off. */
export function canCheckForUpdates(state: UpdatePhase): boolean {
  return state.kind === 'current' || state.kind === 'failed' || state.kind === 'available'
}

export function canRestartToUpdate({ state, isBusy }: Pick<UpdatePlanInput, 'state' | 'isBusy'>): boolean {
  return state.kind === 'ready' && !isBusy
}
