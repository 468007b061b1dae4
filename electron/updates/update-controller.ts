import {
  isTransferPhase,
  transferPhases,
  canCheckForUpdates,
  canRestartToUpdate,
  nextUpdateCheckAt,
  nextUpdateStep
} from './update-plan.ts'
import type { NoUpdateReason, UpdateChannel, AvailableUpdate, UpdateSettings, UpdatePhase, UpdateStatus } from '../../shared/app/update.ts'
import type { UpdatesPort } from '../ipc/ports.ts'
import type { IpcEventSender } from '../../shared/ipc/ipc.ts'
import type { Studio } from '../studio.ts'

/** Checks for, downloads and installs a newer version. The app implements this type with electron-updater. */
export type Updater = {
  /** Resolves to the newer version in `channel`, or null if none exists. Rejects if the check fails. */
  readonly check: (channel: UpdateChannel) => Promise<AvailableUpdate | null>
  /** Downloads the version that `check` found and verifies its digest. The version is installed when the app quits. Rejects if aborted. */
  readonly download: (onShare: (share: number) => void, signal: AbortSignal) => Promise<void>
  /** Quits the app, installs the update and restarts. */
  readonly restart: () => void
}

export type UpdateController = UpdatesPort & { readonly close: () => void }

/** Longest wait before the next step. It is limited because timers pause while the computer sleeps. */
const longestNapInMs = 10 * 60_000
/** Smallest change in progress that is reported, as a fraction from 0 to 1. The page shows whole percentages. */
const leastShare = 0.01

export type UpdateControllerOptions = {
  readonly updater: Updater | NoUpdateReason
  readonly source: string | null
  readonly studio: Pick<Studio, 'subscribe' | 'tasks'>
  readonly rules: () => UpdateSettings
  readonly announce: IpcEventSender
  readonly onTrouble: (error: unknown) => void
  readonly now: () => number
  readonly setTimer: (delayInMs: number, run: () => void) => () => void
}

/** Runs the steps that `updates/update-plan.ts` plans, and publishes the state to the page. */
export function createUpdateController(parts: UpdateControllerOptions): UpdateController {
  const { updater, source, studio, rules, announce, onTrouble, now, setTimer } = parts
  const startedAt = now()
  let state: UpdatePhase = typeof updater === 'string' ? { kind: 'off', reason: updater } : { kind: 'current', checkedAt: null }
  let giveUp: AbortController | null = null
  let stopTimer = (): void => undefined
  let isClosed = false

  const transfers = watchTransfers(studio, () => {
    tell()
    resumeUpdate()
  })
  resumeUpdate()

  function status(): UpdateStatus {
    return { state, isBusy: transfers.areRunning(), source }
  }

  function tell(): void {
    if (!isClosed) announce('updates.changed', status())
  }

  function become(next: UpdatePhase): void {
    state = next
    tell()
    resumeUpdate()
  }

  /** Starts the step that is due. If none is due, sets a timer for the next one. */
  function resumeUpdate(): void {
    stopTimer()
    stopTimer = () => undefined
    if (isClosed) return
    const situation = { state, rules: rules(), isBusy: transfers.areRunning(), now: now(), startedAt }
    switch (nextUpdateStep(situation)) {
      case 'check':
        void check()
        return
      case 'download':
        void download()
        return
      case 'pause':
        giveUp?.abort()
        return
      case 'nothing': {
        const at = nextUpdateCheckAt(situation)
        if (at !== null) stopTimer = setTimer(Math.min(Math.max(at - now(), 1_000), longestNapInMs), resumeUpdate)
      }
    }
  }

  async function check(): Promise<void> {
    if (typeof updater === 'string' || !canCheckForUpdates(state)) return
    const agreed = state.kind === 'available' && state.isAgreed ? state.update.version : null
    become({ kind: 'checking' })
    try {
      const update = await updater.check(rules().channel)
      become(update === null ? { kind: 'current', checkedAt: now() } : { kind: 'available', update, isAgreed: update.version === agreed })
    } catch (error) {
      onTrouble(error)
      become({ kind: 'failed', at: now(), update: null })
    }
  }

  async function download(): Promise<void> {
    if (typeof updater === 'string' || state.kind !== 'available') return
    const { update } = state
    const abort = new AbortController()
    giveUp = abort
    become({ kind: 'downloading', update, share: 0 })
    try {
      await updater.download((share) => {
        if (state.kind !== 'downloading' || share - state.share < leastShare) return
        state = { ...state, share }
        tell()
      }, abort.signal)
      become({ kind: 'ready', update })
    } catch (error) {
      // The download was paused for active transfers. The download restarts after the transfers.
      if (abort.signal.aborted) return become({ kind: 'available', update, isAgreed: true })
      onTrouble(error)
      become({ kind: 'failed', at: now(), update })
    } finally {
      giveUp = null
    }
  }

  return {
    state: status,
    check: async () => {
      await check()
      return status()
    },
    download: () => {
      if (state.kind === 'available') become({ ...state, isAgreed: true })
      else if (state.kind === 'failed' && state.update !== null) become({ kind: 'available', update: state.update, isAgreed: true })
      return status()
    },
    restart: () => {
      if (typeof updater !== 'string' && canRestartToUpdate({ state, isBusy: transfers.areRunning() })) updater.restart()
      return status()
    },
    settingsChanged: (before) => {
      const isOtherChannel = before.channel !== rules().channel
      // A result from one channel doesn't apply to the other, so a new check is due. A downloaded update is kept.
      if (isOtherChannel && (state.kind === 'available' || state.kind === 'failed' || state.kind === 'current'))
        become({ kind: 'current', checkedAt: null })
      else resumeUpdate()
    },
    close: () => {
      isClosed = true
      transfers.close()
      stopTimer()
      giveUp?.abort()
    }
  }
}

/** Follows the tasks that transfer files. `onChange` is called when the first transfer starts and when the last one ends. */
function watchTransfers(
  studio: Pick<Studio, 'subscribe' | 'tasks'>,
  onChange: () => void
): { readonly areRunning: () => boolean; readonly close: () => void } {
  const moving = new Set(studio.tasks({ phases: transferPhases, includeHidden: true }).map(({ id }) => id))
  const close = studio.subscribe((event) => {
    if (event.kind !== 'task') return
    const { id, phase } = event.task
    const wasBusy = moving.size > 0
    if (isTransferPhase(phase)) moving.add(id)
    else moving.delete(id)
    if (wasBusy !== moving.size > 0) onChange()
  })
  return { areRunning: () => moving.size > 0, close }
}
