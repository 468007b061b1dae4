import { assertNever } from '../../shared/assert-never.ts'
import type { Phase } from '../../shared/task.ts'
import type { UpdateSettings, UpdateState } from '../../shared/update.ts'

/** The first check waits, so that it doesn't slow down the start. */
const firstCheckAfterInMs = 60_000
const checkEveryInMs = 12 * 60 * 60_000
const tryAgainAfterInMs = 60 * 60_000

/** Phases with a transfer, submission or selection in progress. Meanwhile an update must not use bandwidth or restart Kiln. */
export const transferPhases: readonly Phase[] = ['uploading', 'submitting', 'unconfirmed', 'selecting', 'collecting']

export function isTransferPhase(phase: Phase): boolean {
  return transferPhases.includes(phase)
}

/** The next update step. `pause`: abort the download and discard its partial data. */
export type UpdateStep = 'check' | 'download' | 'pause' | 'nothing'

export type UpdateSituation = {
  readonly state: UpdateState
  readonly rules: UpdateSettings
  /** True while a task is in one of `transferPhases`. */
  readonly isBusy: boolean
  /** Milliseconds since 1970. */
  readonly now: number
  readonly startedAt: number
}

/**
 * Returns the step of the first rule that applies:
 * 1. No update step runs during a transfer or a submission. A running download is aborted.
 * 2. An update is downloaded if the user agreed to it or agreement isn't required.
 * 3. Kiln checks a minute after its start and every twelve hours, unless checks are off. After a failure it checks an hour later.
 */
export function nextUpdateStep(situation: UpdateSituation): UpdateStep {
  const { state, rules, isBusy, now } = situation
  if (isBusy) return state.kind === 'downloading' ? 'pause' : 'nothing'
  if (state.kind === 'available') return state.isAgreed || !rules.asks ? 'download' : 'nothing'
  const dueAt = nextUpdateCheckAt(situation)
  return dueAt !== null && now >= dueAt ? 'check' : 'nothing'
}

/** Time of the next automatic check. Null if automatic checks are off or the state allows none. */
export function nextUpdateCheckAt({ state, rules, startedAt }: Pick<UpdateSituation, 'state' | 'rules' | 'startedAt'>): number | null {
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

/** True if the user may check for updates now. False during an update step, once an update is downloaded, and if updates are off. */
export function canCheckForUpdates(state: UpdateState): boolean {
  return state.kind === 'current' || state.kind === 'failed' || state.kind === 'available'
}

export function canRestartToUpdate({ state, isBusy }: Pick<UpdateSituation, 'state' | 'isBusy'>): boolean {
  return state.kind === 'ready' && !isBusy
}
