import { isSourceUse } from '../../shared/form/task-source.ts'
import type { LibraryItemDetails } from '../../shared/library/library.ts'
import type { TaskResult, Task } from '../../shared/task/task.ts'
import type { ResultWithTask } from './neighbours.ts'

const made = new WeakMap<LibraryItemDetails, { readonly outputs: readonly LibraryItemDetails[]; readonly found: ResultWithTask }>()

/**
 * Converts a library item to a result that the viewer can show. The queue has no task for the result, so a task is made from the recipe.
 * That task can't be opened or changed, and values missing from the recipe are empty. `outputs` has the details of all known outputs of the
 * task, in order. Calls with the same arguments return the same object.
 */
export function resultFromLibraryItem(details: LibraryItemDetails, outputs: readonly LibraryItemDetails[]): ResultWithTask {
  const before = made.get(details)
  if (before !== undefined && outputs.length === before.outputs.length && outputs.every((one, place) => one === before.outputs[place]))
    return before.found
  const result = resultOf(details)
  const results = outputs.map((one) => (one === details ? result : resultOf(one)))
  const found = { task: taskOf(details, results), result }
  made.set(details, { outputs, found })
  return found
}

function resultOf(details: LibraryItemDetails): TaskResult {
  const { id, fileName, contentType, medium, bytes, sha256, width, height, madeAt, recipe } = details
  return { id, index: recipe?.index ?? 0, fileName, contentType, medium, bytes, sha256, width, height, savedAt: madeAt }
}

function taskOf(details: LibraryItemDetails, results: readonly TaskResult[]): Task {
  const { id, title, capability, connectionId, madeAt, recipe } = details
  return {
    id: recipe?.task ?? id,
    connectionId: connectionId ?? '',
    capability,
    title,
    values: recipe?.values ?? {},
    batch: null,
    from: (recipe?.from ?? []).flatMap(({ item, how }) => (isSourceUse(how) ? [{ item, how }] : [])),
    askedBy: 'unknown',
    phase: 'done',
    status: null,
    taskId: recipe?.ids.taskId ?? null,
    idempotencyKey: '',
    attempt: 1,
    isUnconfirmed: false,
    hold: null,
    question: null,
    credits: {
      estimated: recipe?.credits.estimated ?? null,
      required: null,
      consumed: recipe?.credits.consumed ?? null,
      usageDeferred: null,
      state: recipe?.credits.state ?? 'pending'
    },
    failure: null,
    results,
    progress: null,
    manualUpload: null,
    polls: 0,
    createdAt: recipe?.times.askedAt ?? madeAt,
    submittedAt: recipe?.times.sentAt ?? null,
    acceptedAt: recipe?.times.acceptedAt ?? null,
    finishedAt: madeAt,
    nextAt: null,
    hidden: false,
    can: { cancel: false, checkAgain: false, sendAgain: false, hide: false }
  }
}
