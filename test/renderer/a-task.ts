import type { Task } from '../../shared/task/task.ts'

/** Returns a finished image task. `different` overrides members. */
export function aTask(different: Partial<Task> & { readonly id: string }): Task {
  return {
    connectionId: 'default',
    capability: 'imgmodel-image-generator',
    title: 'A red vase',
    values: { prompt: 'A red vase' },
    batch: null,
    from: [],
    askedBy: 'person',
    phase: 'done',
    status: 'completed',
    taskId: null,
    idempotencyKey: `key-${different.id}`,
    attempt: 1,
    isUnconfirmed: false,
    hold: null,
    question: null,
    credits: { estimated: 5, required: null, consumed: 5, usageDeferred: false, state: 'charged' },
    failure: null,
    results: [],
    progress: null,
    manualUpload: null,
    polls: 0,
    createdAt: 0,
    submittedAt: null,
    acceptedAt: null,
    finishedAt: null,
    nextAt: null,
    hidden: false,
    can: { cancel: false, checkAgain: false, sendAgain: true, hide: true },
    ...different
  }
}
