import type { Capability } from '../../../shared/form/capability.ts'
import type { Medium } from '../../../shared/form/json-schema.ts'
import type { Task, TaskResult } from '../../../shared/task/task.ts'
import { batchRowNameText } from '../../../shared/phrases/batch-phrases.ts'
import { maxComparedResults } from '../../navigation/route.ts'
import { expectedRatioInThousandths } from '../../tasks/expected-ratio-in-thousandths.ts'

/** Properties of every output. `index` is the output's index within `task`. */
type StagePlace = { readonly key: string; readonly index: number; readonly task: Task }

/** `pending` is for an output that is being made. `stopped` is for a task that failed, was rejected or needs support. */
export type StageOutput =
  | (StagePlace & { readonly kind: 'result'; readonly result: TaskResult })
  | (StagePlace & { readonly kind: 'pending' | 'needs-faces' | 'stopped' })

export type StageResult = Extract<StageOutput, { readonly kind: 'result' }>

/** A task of the form, or the tasks of one batch, with their outputs in order. */
export type StageRun = {
  /** ID of the batch or of the single task. */
  readonly key: string
  /** The batch's tasks in row order, or the single task. */
  readonly tasks: readonly [Task, ...Task[]]
  /** The last task of the run before this one. Null for the oldest run. */
  readonly previous: Task | null
  readonly outputs: readonly StageOutput[]
  /** Width of an output divided by its height. Estimated until there is a result. */
  readonly ratio: number
}

/** Aspect ratio for media without their own, such as audio, which is shown as a waveform. */
const wideRatio = 2.4
const videoRatioInThousandths = 1778
/** Maximum number of tasks on the stage. The oldest batch is always complete, so it may exceed this number. The library has all results. */
const maxTasks = 500

/**
 * Returns the runs of a form, oldest first. The tasks of a batch form one run. They must be adjacent in `newestFirst`, in row order.
 * `outputCountOf` returns the number of outputs that a task requests. A pending output and its result share a key, so the result appears in
 * the same position.
 */
export function stageRuns(
  newestFirst: readonly Task[],
  { id, output }: Capability,
  outputCountOf: (task: Task) => number
): readonly StageRun[] {
  const shown = newestFirst.filter((task) => task.capability === id && isOnStage(task))
  const groups = Map.groupBy(shown.slice(0, endOfRuns(shown)), ({ id: taskId, batch }) => batch?.id ?? taskId)
  let previous: Task | null = null
  return [...groups].toReversed().flatMap(([key, [first, ...others]]): readonly StageRun[] => {
    if (first === undefined) return []
    const tasks = [first, ...others] as const
    const outputs = tasks.flatMap((task) => outputsOf(task, outputCountOf(task)))
    const run = { key, tasks, previous, outputs, ratio: ratioOf(tasks, output, newestFirst) }
    previous = others.at(-1) ?? first
    return [run]
  })
}

/** Returns the number of tasks on the stage. If the limit would cut a batch, includes the whole batch. */
function endOfRuns(newestFirst: readonly Task[]): number {
  const cut = newestFirst[maxTasks - 1]?.batch?.id
  return cut === undefined ? maxTasks : newestFirst.findLastIndex(({ batch }) => batch?.id === cut) + 1
}

/** True if the run consists of several tasks of a batch. */
export function isBatchRun({ tasks }: StageRun): boolean {
  return tasks.length > 1
}

/** False for tasks that the user hid or cancelled. */
export function isOnStage({ hidden, phase }: Task): boolean {
  return !hidden && phase !== 'cancelled'
}

/** Returns the name of a task's batch row, such as “Seed 4711” or a file name. Null if the run has only one task. */
export function rowNameOf(run: StageRun, { batch }: Task): string | null {
  return batch === null || !isBatchRun(run) ? null : batchRowNameText(batch.name)
}

/**
 * Returns the caption that distinguishes a row’s task from the others. This is usually the row's name. If that name is only a number and
 * the titles differ, it is the task's title. Null for a single task.
 */
export function captionOf(run: StageRun, task: Task): string | null {
  const isNumber = task.batch?.name.code === 'row' || task.batch?.name.code === 'task'
  const hasOwnTitle = isNumber && run.tasks.some(({ title }) => title !== task.title)
  return hasOwnTitle && isBatchRun(run) ? task.title : rowNameOf(run, task)
}

/** Returns the results of a run, in order. */
export function resultsOf({ outputs }: StageRun): readonly TaskResult[] {
  return outputs.flatMap((output) => (output.kind === 'result' ? [output.result] : []))
}

/**
 * Returns the IDs of the results that Compare shows for a run. These are up to four of its own results, starting at `from`. If fewer than
 * four follow, the selection starts earlier. A single result is compared with the previous run. Null if there is nothing to compare.
 */
export function comparedIds(run: StageRun, from?: TaskResult): readonly string[] | null {
  const results = resultsOf(run)
  const [own] = results
  if (own === undefined) return null
  if (results.length > 1) {
    const start = Math.max(0, Math.min(from === undefined ? 0 : results.indexOf(from), results.length - maxComparedResults))
    return results.slice(start, start + maxComparedResults).map(({ id }) => id)
  }
  const before = run.previous?.results.find(({ medium }) => medium === own.medium)
  return before === undefined ? null : [before.id, own.id]
}

/** Returns the position of a result among its run's results, such as 2 of 4. `index` is one-based. */
export function positionAmongResults(run: StageRun, result: TaskResult): { readonly index: number; readonly count: number } {
  const results = resultsOf(run)
  return { index: results.indexOf(result) + 1, count: results.length }
}

function outputsOf(task: Task, count: number): readonly StageOutput[] {
  const arrived = task.results.map((result) => ({ ...placeOf(task, result.index), kind: 'result' as const, result }))
  switch (task.phase) {
    case 'done':
      return arrived
    case 'failed':
    case 'refused':
    case 'support':
      return [...arrived, { kind: 'stopped', key: `${task.id} stopped`, index: arrived.length, task }]
    case 'needs_input':
      return [{ ...placeOf(task, 0), kind: 'needs-faces' }]
    default: {
      const taken = new Set(task.results.map(({ index }) => index))
      const missing = Array.from({ length: count }, (_, index) => index).filter((index) => !taken.has(index))
      const pending = missing.map((index) => ({ ...placeOf(task, index), kind: 'pending' as const }))
      return [...arrived, ...pending].toSorted((one, other) => one.index - other.index)
    }
  }
}

function ratioOf(tasks: StageRun['tasks'], output: Medium, newestFirst: readonly Task[]): number {
  const first = tasks.find(({ results }) => results.length > 0)?.results[0]
  if (first?.width && first.height) return first.width / first.height
  const medium = first?.medium ?? output
  if (medium === 'audio' || medium === 'text') return wideRatio
  return expectedRatioInThousandths(tasks[0], newestFirst, medium === 'video' ? videoRatioInThousandths : undefined) / 1000
}

function placeOf(task: Task, index: number): StagePlace {
  return { key: `${task.id} ${index}`, index, task }
}
