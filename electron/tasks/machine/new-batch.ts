import type { Batch, BatchAxis, BatchTitle } from '../../../shared/form/batch/batch.ts'
import type { BatchPlan } from '../../../shared/form/batch/batch-plan.ts'
import type { BatchRowName } from '../../../shared/form/batch/batch-row.ts'
import { withFileNames } from '../../../shared/form/file-names.ts'
import type { GivenSource } from '../../../shared/form/task-source.ts'
import type { Values } from '../../../shared/form/values.ts'
import { TaskProblemError } from '../../../shared/task/task-problem.ts'
import { newTask, type ReadyTask } from './new-task.ts'
import { itemSources } from './task-sources.ts'
import type { TaskHistoryEvent } from './history-event.ts'
import type { TaskRecord } from './task-record.ts'

/** A batch plan with its checked rows. A row can be sent only if its `ready` isn't null. */
type Counted = {
  readonly plan: Pick<BatchPlan, 'id' | 'way' | 'credits'>
  readonly connectionId: string
  readonly capability: { readonly id: string }
  readonly titleFor: (count: number) => BatchTitle
  readonly axes: readonly BatchAxis[]
  readonly rows: readonly {
    readonly name: BatchRowName
    readonly values: Values
    readonly cell: readonly number[] | null
    readonly ready: ReadyTask | null
  }[]
}

/**
 * Creates a batch and its tasks, in the order of the rows. Each task has its own ID and idempotency key. The batch has the plan's ID, so a
 * plan can be started only once. `now`: milliseconds since 1970.
 *
 * @throws TaskProblemError if no row can be sent. Also throws if some rows can't be sent and `skipInvalid` is false.
 */
export function newBatch(
  { plan, connectionId, capability, titleFor, axes, rows }: Counted,
  {
    skipInvalid,
    from,
    isAction,
    now,
    newId
  }: {
    readonly skipInvalid: boolean
    /** Source results of every row. */
    readonly from: readonly GivenSource[]
    /** True if each row is an action, such as an upscale, on the library items among its media. */
    readonly isAction: boolean
    readonly now: number
    readonly newId: () => string
  }
): { readonly batch: Batch; readonly entries: readonly { readonly record: TaskRecord; readonly event: TaskHistoryEvent }[] } {
  const good = rows.flatMap(({ ready, ...row }) => (ready === null ? [] : [{ ...row, ready }]))
  const badCount = rows.length - good.length
  if (good.length === 0) throw new TaskProblemError({ code: 'no-valid-rows', params: {} })
  if (badCount > 0 && !skipInvalid) throw new TaskProblemError({ code: 'invalid-rows', params: { count: badCount } })
  const batch: Batch = {
    id: plan.id,
    connectionId,
    capability: capability.id,
    title: titleFor(good.length),
    way: plan.way,
    axes: axes.map((axis) => ({ ...axis, values: withFileNames(axis.values) })),
    count: good.length,
    credits: plan.credits,
    isStopped: false,
    createdAt: now
  }
  const entries = good.map(({ name, values, cell, ready }, place) =>
    newTask(
      {
        id: newId(),
        connectionId,
        capability: capability.id,
        title: ready.title,
        values,
        batch: { id: plan.id, row: place + 1, name, cell },
        inputs: ready.inputs,
        from: [...ready.from, ...from, ...(isAction ? itemSources(ready.inputs, 'action') : [])],
        askedBy: 'batch',
        idempotencyKey: newId(),
        price: ready.price
      },
      now
    )
  )
  return { batch, entries }
}
