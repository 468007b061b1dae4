import type { Batch } from '../../../shared/form/batch/batch.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import type { TaskHistoryEvent } from '../machine/history-event.ts'
import type { BatchRegistry } from './batch-registry.ts'
import type { JournalWriter } from './journal-writer.ts'
import type { EngineJournal, EnginePorts, JournalEntry } from './ports.ts'
import type { TaskDispatcher } from './task-dispatcher.ts'
import type { TaskLanes } from './task-lanes.ts'
import type { TaskMemory } from './task-memory.ts'

export type AddTasksDependencies = {
  readonly ports: Pick<EnginePorts, 'onBatch' | 'onTask'> & {
    readonly journal: Pick<EngineJournal, 'insert' | 'insertBatch' | 'writeBatch'>
  }
  readonly memory: TaskMemory
  readonly journal: Pick<JournalWriter, 'writeRemembered'>
  readonly batchRegistry: BatchRegistry
  readonly lanes: Pick<TaskLanes, 'startWhereCapacity' | 'unpark'>
  readonly tasks: Pick<TaskDispatcher, 'remember'>
}

/** Writes a new task to the journal and starts it. Throws if the journal can't be written. In that case, the task isn't added. */
export function addTask(record: TaskRecord, event: TaskHistoryEvent, { ports, journal, tasks }: AddTasksDependencies): void {
  journal.writeRemembered()
  ports.journal.insert(record, event)
  tasks.remember(null, record)
  ports.onTask(record)
}

/** Writes a batch and its tasks to the journal in one transaction, and starts the tasks. Throws if the journal can't be written. */
export function addBatch(
  batch: Batch,
  entries: readonly JournalEntry[],
  { ports, journal, batchRegistry, tasks }: AddTasksDependencies
): void {
  journal.writeRemembered()
  ports.journal.insertBatch(batch, entries)
  batchRegistry.set(batch)
  ports.onBatch(batch)
  for (const { record } of entries) {
    tasks.remember(null, record)
    ports.onTask(record)
  }
}

/**
 * Stops or resumes a batch. Unsent tasks of a stopped batch wait until it is resumed. The change is saved on return. Throws if the journal
 * can't be written.
 */
export function stopBatch(id: string, isStopped: boolean, { ports, memory, batchRegistry, lanes }: AddTasksDependencies): void {
  const batch = batchRegistry.batches().get(id)
  if (batch === undefined || batch.isStopped === isStopped) return
  const changed = { ...batch, isStopped }
  ports.journal.writeBatch(changed)
  batchRegistry.set(changed)
  for (const record of memory.records.ofBatch(id)) batchRegistry.follow(record)
  if (!isStopped) lanes.unpark(['upload', 'send'])
  lanes.startWhereCapacity()
  ports.onBatch(changed)
}
