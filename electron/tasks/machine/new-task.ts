import type { EstimatedPrice } from '../../../shared/form/pricing.ts'
import type { TaskSource } from '../../../shared/form/task-source.ts'
import { emptyHistoryEvent, type TaskHistoryEvent } from './history-event.ts'
import type { TaskRecord } from './task-record.ts'
import { taskSources } from './task-sources.ts'

/** A task that has been checked and can be added to the journal. */
export type NewTask = Pick<
  TaskRecord,
  'id' | 'connectionId' | 'capability' | 'title' | 'values' | 'batch' | 'inputs' | 'askedBy' | 'idempotencyKey'
> & {
  /** Source results that the page sent, and those that input files were made from. Library items among the inputs are added. */
  readonly from: readonly TaskSource[]
  /** The price shown when the task was requested. */
  readonly price: EstimatedPrice
}

/** Result of checking a task's values, if the task can be sent. */
export type ReadyTask = Pick<NewTask, 'title' | 'inputs' | 'from' | 'price'>

/** Creates an unsent task's record and its first timeline entry. `now`: milliseconds since 1970. */
export function newTask({ price, ...asked }: NewTask, now: number): { readonly record: TaskRecord; readonly event: TaskHistoryEvent } {
  const record: TaskRecord = {
    ...asked,
    from: taskSources(asked.inputs, asked.from),
    attempt: 1,
    body: null,
    inDoubt: false,
    taskId: null,
    businessId: null,
    status: null,
    credits: { estimated: price.credits, required: null, consumed: null, usageDeferred: null, state: 'not-sent' },
    estimatedBy: price.source,
    failure: null,
    choice: null,
    polls: 0,
    createdAt: now,
    submittedAt: null,
    acceptedAt: null,
    finishedAt: null,
    hidden: false,
    state: { phase: 'queued', notBefore: now, tries: 0 }
  }
  const event: TaskHistoryEvent = {
    ...emptyHistoryEvent,
    at: now,
    kind: 'asked',
    phase: 'queued',
    reference: record.idempotencyKey
  }
  return { record, event }
}
