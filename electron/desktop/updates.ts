import { isMoving, movingPhases, mayCheck, mayRestart, nextLookAt, nextUpdateStep } from '../core/update-plan.ts'
import type { Task } from '../../shared/task.ts'
import type { NoUpdateReason, UpdateChannel, UpdateNews, UpdateRules, UpdateState, UpdateStatus } from '../../shared/update.ts'
import type { UpdatesPort } from '../ipc/ports.ts'
import type { Announce } from '../ipc/publish.ts'
import type { Studio } from '../studio.ts'

/** What can find, fetch and install a newer version; electron-updater in the app. */
export type Updater = {
  /** Null: this is the newest of the channel. Rejects when nobody can tell. */
  readonly check: (channel: UpdateChannel) => Promise<UpdateNews | null>
  /** Fetches what `check` found, and holds it against its digest. From then on it is installed at the end of the app. Rejects when given up. */
  readonly download: (onShare: (share: number) => void, signal: AbortSignal) => Promise<void>
  /** Ends the app, installs, and starts it again. */
  readonly restart: () => void
}

export type Updates = UpdatesPort & { readonly close: () => void }

/** Timers stand still while the machine sleeps, so no wait is longer than this. */
const longestNapInMs = 10 * 60_000
/** A page draws no finer. */
const leastShare = 0.01

/** Does what `core/update-plan.ts` says is to be done, and tells how it stands. */
export function createUpdates(parts: {
  readonly updater: Updater | NoUpdateReason
  readonly source: string | null
  readonly studio: Pick<Studio, 'subscribe' | 'tasks'>
  readonly rules: () => UpdateRules
  readonly announce: Announce
  readonly onTrouble: (error: unknown) => void
  readonly now: () => number
  readonly setTimer: (delayInMs: number, run: () => void) => () => void
}): Updates {
  const { updater, source, studio, rules, announce, onTrouble, now, setTimer } = parts
  const startedAt = now()
  const moving = new Set(studio.tasks({ phases: movingPhases, includeHidden: true }).map(({ id }) => id))
  let state: UpdateState = typeof updater === 'string' ? { kind: 'off', reason: updater } : { kind: 'current', checkedAt: null }
  let giveUp: AbortController | null = null
  let stopTimer = (): void => undefined
  let isClosed = false

  const unsubscribe = studio.subscribe((event) => {
    if (event.kind === 'task') hearTask(event.task)
  })
  goOn()

  function hearTask({ id, phase }: Task): void {
    const wasBusy = moving.size > 0
    if (isMoving(phase)) moving.add(id)
    else moving.delete(id)
    if (wasBusy === moving.size > 0) return
    tell()
    goOn()
  }

  function status(): UpdateStatus {
    return { state, isBusy: moving.size > 0, source }
  }

  function tell(): void {
    if (!isClosed) announce('updates.changed', status())
  }

  function become(next: UpdateState): void {
    state = next
    tell()
    goOn()
  }

  /** Takes the step that is due; else sleeps until one may be. */
  function goOn(): void {
    stopTimer()
    stopTimer = () => undefined
    if (isClosed) return
    const situation = { state, rules: rules(), isBusy: moving.size > 0, now: now(), startedAt }
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
        const at = nextLookAt(situation)
        if (at !== null) stopTimer = setTimer(Math.min(Math.max(at - now(), 1_000), longestNapInMs), goOn)
      }
    }
  }

  async function check(): Promise<void> {
    if (typeof updater === 'string' || !mayCheck(state)) return
    const agreed = state.kind === 'available' && state.isAgreed ? state.news.version : null
    become({ kind: 'checking' })
    try {
      const news = await updater.check(rules().channel)
      become(news === null ? { kind: 'current', checkedAt: now() } : { kind: 'available', news, isAgreed: news.version === agreed })
    } catch (error) {
      onTrouble(error)
      become({ kind: 'failed', at: now(), news: null })
    }
  }

  async function download(): Promise<void> {
    if (typeof updater === 'string' || state.kind !== 'available') return
    const { news } = state
    const abort = new AbortController()
    giveUp = abort
    become({ kind: 'downloading', news, share: 0 })
    try {
      await updater.download((share) => {
        if (state.kind !== 'downloading' || share - state.share < leastShare) return
        state = { ...state, share }
        tell()
      }, abort.signal)
      become({ kind: 'ready', news })
    } catch (error) {
      // It made way, and is fetched when nothing moves any more.
      if (abort.signal.aborted) return become({ kind: 'available', news, isAgreed: true })
      onTrouble(error)
      become({ kind: 'failed', at: now(), news })
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
      else if (state.kind === 'failed' && state.news !== null) become({ kind: 'available', news: state.news, isAgreed: true })
      return status()
    },
    restart: () => {
      if (typeof updater !== 'string' && mayRestart({ state, isBusy: moving.size > 0 })) updater.restart()
      return status()
    },
    rulesChanged: (before) => {
      const isOtherChannel = before.channel !== rules().channel
      // What was found on one channel says nothing of the other. What is ready stays so.
      if (isOtherChannel && (state.kind === 'available' || state.kind === 'failed' || state.kind === 'current'))
        become({ kind: 'current', checkedAt: null })
      else goOn()
    },
    close: () => {
      isClosed = true
      unsubscribe()
      stopTimer()
      giveUp?.abort()
    }
  }
}
