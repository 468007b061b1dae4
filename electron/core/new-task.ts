import type { Price } from '../../shared/pricing.ts'
import type { StoryEvent } from './story.ts'
import type { TaskRecord } from './task-record.ts'

/** What a person asked for, checked and ready to be written down. */
export type NewTask = Pick<
  TaskRecord,
  'id' | 'connectionId' | 'capability' | 'title' | 'values' | 'batch' | 'inputs' | 'idempotencyKey'
> & {
  /** As it was told when it was asked for. */
  readonly price: Price
}

/** The record and the first line of its story: asked for, nothing sent (I1). `now` in milliseconds since 1970. */
export function newTask({ price, ...asked }: NewTask, now: number): { readonly record: TaskRecord; readonly event: StoryEvent } {
  const record: TaskRecord = {
    ...asked,
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
  const event: StoryEvent = {
    at: now,
    kind: 'asked',
    phase: 'queued',
    httpStatus: null,
    errorType: null,
    requestId: null,
    note: null,
    reference: record.idempotencyKey
  }
  return { record, event }
}
