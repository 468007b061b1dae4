import type { TransferProgress, Task } from '../../../shared/task/task.ts'
import { unsettledPhases } from '../../../shared/task/task-notifications.ts'
import type { UnfinishedTaskState, UnfinishedTaskCounts } from './unfinished-task-state.ts'
import { emptyUnfinishedTaskCounts, overallProgressFraction, runningTaskCount, unfinishedTaskState } from './unfinished-task-state.ts'
import type { Studio } from '../../studio.ts'

/** Status shown in the tray, the dock and the taskbar. */
export type OverallTaskStatus = {
  readonly counts: UnfinishedTaskCounts
  /** The overall progress. See `overallProgressFraction`. */
  readonly progress: number | 'unknown' | null
  /** True while bytes are being transferred. */
  readonly isTransferring: boolean
}

/** Changes within this interval are reported together. */
const strokeInMs = 250
/** Time without progress after which a transfer counts as stalled. The network or disk may be unavailable. */
const stillInMs = 60_000

/** Tracks unfinished tasks and reports status changes. `onChange` is called once at the beginning. */
export function createTaskMonitor(parts: {
  readonly studio: Pick<Studio, 'subscribe' | 'tasks'>
  readonly onChange: (workStatus: OverallTaskStatus) => void
  readonly now: () => number
  readonly setTimer: (delayInMs: number, run: () => void) => () => void
}): { readonly counts: () => UnfinishedTaskCounts; readonly close: () => void } {
  const { studio, onChange, now, setTimer } = parts
  const works = new Map<string, UnfinishedTaskState>()
  const transfers = new Map<string, { readonly progress: TransferProgress; readonly heardAt: number }>()
  /** IDs of all tasks that ran since Kiln was last idle. They determine the overall progress. */
  let round = new Set<string>()
  let stopStroke: (() => void) | null = null
  let stopStill = (): void => undefined
  let told = ''

  for (const task of studio.tasks({ phases: unsettledPhases })) note(task)
  tell()
  const unsubscribe = studio.subscribe((event) => {
    if (event.kind === 'task') note(event.task)
    else if (event.kind === 'progress') move(event.id, event.progress)
    else return
    stopStroke ??= setTimer(strokeInMs, tell)
  })

  function note(task: Task): void {
    const work = unfinishedTaskState(task)
    if (work === null) works.delete(task.id)
    else works.set(task.id, work)
    if (work !== 'sending' && work !== 'fetching') transfers.delete(task.id)
    if (isRunning(work)) round.add(task.id)
    else if (work !== null) round.delete(task.id)
  }

  function move(id: string, progress: TransferProgress): void {
    const work = works.get(id)
    if (work === 'sending' || work === 'fetching') transfers.set(id, { progress, heardAt: now() })
  }

  function counts(): UnfinishedTaskCounts {
    const counted: Record<UnfinishedTaskState, number> = { ...emptyUnfinishedTaskCounts }
    for (const work of works.values()) counted[work] += 1
    return counted
  }

  function tell(): void {
    stopStroke = null
    const counted = counts()
    const running = runningTaskCount(counted)
    if (running === 0) round = new Set()
    const moving = [...transfers.values()].filter(({ heardAt }) => heardAt + stillInMs > now())
    const known = moving.flatMap(({ progress: { doneBytes, totalBytes } }) => (totalBytes === null ? [] : [{ doneBytes, totalBytes }]))
    const bytes = known.length === 0 ? null : { done: sumOf(known, 'doneBytes'), total: sumOf(known, 'totalBytes') }
    const workStatus: OverallTaskStatus = {
      counts: counted,
      progress: overallProgressFraction({ running, through: round.size - running, bytes }),
      isTransferring: moving.length > 0
    }
    stopStill()
    const next = Math.min(...moving.map(({ heardAt }) => heardAt + stillInMs))
    stopStill = moving.length === 0 ? () => undefined : setTimer(next - now(), tell)
    const text = JSON.stringify(workStatus)
    if (text === told) return
    told = text
    onChange(workStatus)
  }

  return {
    counts,
    close: () => {
      unsubscribe()
      stopStroke?.()
      stopStill()
      onChange({ counts: emptyUnfinishedTaskCounts, progress: null, isTransferring: false })
    }
  }
}

function isRunning(work: UnfinishedTaskState | null): boolean {
  return work === 'at-service' || work === 'sending' || work === 'fetching'
}

function sumOf<Name extends 'doneBytes' | 'totalBytes'>(all: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return all.reduce((sum, one) => sum + one[name], 0)
}
