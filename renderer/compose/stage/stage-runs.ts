import type { Capability } from '../../../shared/form/capability.ts'
import type { Medium } from '../../../shared/form/json-schema.ts'
import type { Task, TaskResult } from '../../../shared/task/task.ts'
import { maxComparedResults } from '../../navigation/route.ts'
import { expectedRatioInThousandths } from '../../tasks/expected-ratio-in-thousandths.ts'

/** A place for one output of a run. `pending` is for an output that is being made. `stopped` is for a task that failed, was rejected or needs support. */
export type StageOutput =
  | { readonly kind: 'result'; readonly key: string; readonly index: number; readonly result: TaskResult }
  | { readonly kind: 'pending'; readonly key: string; readonly index: number }
  | { readonly kind: 'needs-faces'; readonly key: string; readonly index: 0 }
  | { readonly kind: 'stopped'; readonly key: string; readonly index: number }

/** A task of the form, with its outputs in order. */
export type StageRun = {
  readonly task: Task
  /** The run before this one. Null for the oldest run. */
  readonly previous: Task | null
  readonly outputs: readonly StageOutput[]
  /** Width divided by height of each output, as made or as expected. */
  readonly ratio: number
}

/** Ratio of media without a shape of their own, such as a waveform. */
const wideRatio = 2.4
const videoRatioInThousandths = 1778
/** Maximum number of runs on the stage. The library has all results. */
const maxRuns = 500
/**
 * Returns the runs of a form, oldest first. `outputCountOf` returns the number of outputs that a task was asked for. A pending output and its
 * result share a key, so the result appears in the same place.
 */
export function stageRuns(
  newestFirst: readonly Task[],
  { id, output }: Capability,
  outputCountOf: (task: Task) => number
): readonly StageRun[] {
  const tasks = newestFirst
    .filter((task) => task.capability === id && isOnStage(task))
    .slice(0, maxRuns)
    .toReversed()
    // The rows of a batch are created at once.
    .toSorted((one, other) => one.createdAt - other.createdAt || (one.batch?.row ?? 0) - (other.batch?.row ?? 0))
  return tasks.map((task, place) => ({
    task,
    previous: tasks[place - 1] ?? null,
    outputs: outputsOf(task, outputCountOf(task)),
    ratio: ratioOf(task, output, newestFirst)
  }))
}

/** False for tasks that the user hid or cancelled. */
export function isOnStage({ hidden, phase }: Task): boolean {
  return !hidden && phase !== 'cancelled'
}

/** IDs of the results that Compare shows for a run: its own results. A single one is compared with the run before. Null if there is nothing to compare. */
export function comparedIds({ task, previous }: StageRun): readonly string[] | null {
  const [own] = task.results
  if (task.results.length > 1) return task.results.slice(0, maxComparedResults).map(({ id }) => id)
  const before = own === undefined ? undefined : previous?.results.find(({ medium }) => medium === own.medium)
  return own === undefined || before === undefined ? null : [before.id, own.id]
}

function outputsOf(task: Task, count: number): readonly StageOutput[] {
  const arrived = task.results.map((result) => ({ kind: 'result' as const, key: keyOf(task, result.index), index: result.index, result }))
  switch (task.phase) {
    case 'done':
      return arrived
    case 'failed':
    case 'refused':
    case 'support':
      return [...arrived, { kind: 'stopped', key: `${task.id} stopped`, index: arrived.length }]
    case 'needs_input':
      return [{ kind: 'needs-faces', key: keyOf(task, 0), index: 0 }]
    default: {
      const taken = new Set(task.results.map(({ index }) => index))
      const missing = Array.from({ length: count }, (_, index) => index).filter((index) => !taken.has(index))
      const pending = missing.map((index) => ({ kind: 'pending' as const, key: keyOf(task, index), index }))
      return [...arrived, ...pending].toSorted((one, other) => one.index - other.index)
    }
  }
}

function ratioOf(task: Task, output: Medium, newestFirst: readonly Task[]): number {
  const [first] = task.results
  if (first?.width && first.height) return first.width / first.height
  const medium = first?.medium ?? output
  if (medium === 'audio' || medium === 'text') return wideRatio
  return expectedRatioInThousandths(task, newestFirst, medium === 'video' ? videoRatioInThousandths : undefined) / 1000
}

function keyOf(task: Task, index: number): string {
  return `${task.id} ${index}`
}
