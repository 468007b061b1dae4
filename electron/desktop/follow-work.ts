import type { Progress, Task } from '../../shared/task.ts'
import { unsettledPhases } from '../../shared/task-news.ts'
import type { Work, WorkCounts } from '../core/work-under-way.ts'
import { noWork, progressOf, runningCount, workOf } from '../core/work-under-way.ts'
import type { Studio } from '../studio.ts'

/** How things stand outside the window. */
export type Standing = {
  readonly counts: WorkCounts
  /** See `progressOf`. */
  readonly progress: number | 'unknown' | null
  /** Bytes are on their way right now. */
  readonly isTransferring: boolean
}

/** What happens at once is told at once, in milliseconds. */
const strokeInMs = 250
/** A transfer of which nothing was heard for so long does not move, in milliseconds: it may wait for a network or a disk. */
const stillInMs = 60_000

/** Follows what is not through, and tells how it stands when that changes. `onChange` is called once at the beginning. */
export function followWork(parts: {
  readonly studio: Pick<Studio, 'subscribe' | 'tasks'>
  readonly onChange: (standing: Standing) => void
  readonly now: () => number
  readonly setTimer: (delayInMs: number, run: () => void) => () => void
}): { readonly counts: () => WorkCounts; readonly close: () => void } {
  const { studio, onChange, now, setTimer } = parts
  const works = new Map<string, Work>()
  const transfers = new Map<string, { readonly progress: Progress; readonly heardAt: number }>()
  /** What has run since nothing did. */
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
    const work = workOf(task)
    if (work === null) works.delete(task.id)
    else works.set(task.id, work)
    if (work !== 'sending' && work !== 'fetching') transfers.delete(task.id)
    if (isRunning(work)) round.add(task.id)
    else if (work !== null) round.delete(task.id)
  }

  function move(id: string, progress: Progress): void {
    const work = works.get(id)
    if (work === 'sending' || work === 'fetching') transfers.set(id, { progress, heardAt: now() })
  }

  function counts(): WorkCounts {
    const counted: Record<Work, number> = { ...noWork }
    for (const work of works.values()) counted[work] += 1
    return counted
  }

  function tell(): void {
    stopStroke = null
    const counted = counts()
    const running = runningCount(counted)
    if (running === 0) round = new Set()
    const moving = [...transfers.values()].filter(({ heardAt }) => heardAt + stillInMs > now())
    const known = moving.flatMap(({ progress: { doneBytes, totalBytes } }) => (totalBytes === null ? [] : [{ doneBytes, totalBytes }]))
    const bytes = known.length === 0 ? null : { done: sumOf(known, 'doneBytes'), total: sumOf(known, 'totalBytes') }
    const standing: Standing = {
      counts: counted,
      progress: progressOf({ running, through: round.size - running, bytes }),
      isTransferring: moving.length > 0
    }
    stopStill()
    const next = Math.min(...moving.map(({ heardAt }) => heardAt + stillInMs))
    stopStill = moving.length === 0 ? () => undefined : setTimer(next - now(), tell)
    const text = JSON.stringify(standing)
    if (text === told) return
    told = text
    onChange(standing)
  }

  return {
    counts,
    close: () => {
      unsubscribe()
      stopStroke?.()
      stopStill()
      onChange({ counts: noWork, progress: null, isTransferring: false })
    }
  }
}

function isRunning(work: Work | null): boolean {
  return work === 'at-service' || work === 'sending' || work === 'fetching'
}

function sumOf<Name extends 'doneBytes' | 'totalBytes'>(all: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return all.reduce((sum, one) => sum + one[name], 0)
}
