import type { Batch } from '../../../shared/form/batch/batch.ts'
import { slicesWithPauses } from '../../../shared/slices-with-pauses.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import type { BatchRegistry } from './batch-registry.ts'
import type { EngineLifecycle } from './engine-lifecycle.ts'
import type { JournalWriter } from './journal-writer.ts'
import { type OutputPathDependencies, separateOutputPaths } from './output-paths.ts'
import type { TaskDispatcher } from './task-dispatcher.ts'
import type { TaskLanes } from './task-lanes.ts'

export type StartDependencies = OutputPathDependencies & {
  readonly lifecycle: EngineLifecycle
  readonly journal: Pick<JournalWriter, 'together'>
  readonly batchRegistry: BatchRegistry
  readonly lanes: Pick<TaskLanes, 'planAgain' | 'planRecentRead'>
  readonly tasks: TaskDispatcher
}

/** Loads the journal's tasks in slices. Nothing is sent or queried before the promise resolves. */
export async function startEngine(
  stored: readonly TaskRecord[],
  batches: readonly Batch[],
  dependencies: StartDependencies
): Promise<void> {
  const { lifecycle, memory, journal, batchRegistry, lanes, tasks } = dependencies
  const { records, unconfirmed } = memory
  for (const batch of batches) batchRegistry.set(batch)
  for await (const slice of slicesWithPauses(stored, nextTurn)) for (const record of slice) tasks.remember(null, record)
  // Tasks that were in flight become unconfirmed before anything starts.
  for await (const slice of slicesWithPauses(records.unfinished(null), nextTurn)) {
    journal.together(() => {
      for (const { id } of slice) tasks.dispatch(id, { kind: 'restarted' })
    })
  }
  await separateOutputPaths(dependencies)
  lifecycle.isStarted = true
  for await (const slice of slicesWithPauses(records.unfinished(null), nextTurn)) for (const { id } of slice) lanes.planAgain(id)
  for (const connectionId of unconfirmed.keys()) lanes.planRecentRead(connectionId)
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
