import { itemIdOf, outputIndexOf, taskIdOfItem } from '../../../shared/library/item-id.ts'
import type { TransferProgress } from '../../../shared/task/task.ts'
import { type LaneName, nextSteps } from '../machine/next-step.ts'
import { isCancelledUnconfirmed } from '../machine/task-predicates.ts'
import type { TaskOutput, TaskRecord } from '../machine/task-record.ts'
import { TaskIndex } from './task-index.ts'

/** The engine's tasks, and data about them that isn't stored. */
export type TaskMemory = {
  readonly records: TaskIndex
  /** Reserved file paths, case-folded as on a case-insensitive file system. */
  readonly stemsInUse: Set<string>
  /** IDs of unconfirmed tasks, by connection ID. */
  readonly unconfirmed: Map<string, Set<string>>
  /** Request bodies by task ID. A body is kept from the end of the uploads until it is sent. */
  readonly preparedBodies: Map<string, string>
  /** Downloads in progress, by item ID. */
  readonly downloadsUnderWay: Map<string, AbortController>
  readonly uploadsUnderWay: Map<string, AbortController>
  /** Item IDs of outputs whose last download was rejected by the file host. */
  readonly refusedAddresses: Set<string>
  readonly progress: Map<string, TransferProgress>
}

/** Creates an empty memory. `now` is in milliseconds since 1970. */
export function newTaskMemory(now: number): TaskMemory {
  return {
    records: new TaskIndex({ isAtEnd, now }),
    stemsInUse: new Set(),
    unconfirmed: new Map(),
    preparedBodies: new Map(),
    downloadsUnderWay: new Map(),
    uploadsUnderWay: new Map(),
    refusedAddresses: new Set(),
    progress: new Map()
  }
}

/** True if only a user action can change the task. False for a failed task while Kiln waits for its refund. */
function isAtEnd(record: TaskRecord): boolean {
  const { state } = record
  if (state.phase === 'failed') return state.refundLook === null
  return state.phase === 'done' || state.phase === 'refused' || (state.phase === 'cancelled' && !isCancelledUnconfirmed(record))
}

export function isDue(lane: LaneName, id: string, record: TaskRecord): boolean {
  return nextSteps(record).some((step) => step.lane === lane && (step.lane !== 'collect' || itemIdOf(record.id, step.index) === id))
}

/** Returns the task's ID. Downloads are planned by item ID, all other steps by task ID. */
export function taskIdInLane(lane: LaneName, id: string): string {
  return lane === 'collect' ? taskIdOfItem(id) : id
}

export function outputOf(itemId: string, { records }: Pick<TaskMemory, 'records'>): TaskOutput | undefined {
  const record = records.get(taskIdOfItem(itemId))
  return record?.state.phase === 'collecting' ? record.state.outputs[outputIndexOf(itemId)] : undefined
}

export function connectionOf(id: string, { records }: Pick<TaskMemory, 'records'>): string {
  return records.get(id)?.connectionId ?? ''
}

export function hostOfOutput(itemId: string, memory: Pick<TaskMemory, 'records'>): string {
  const url = outputOf(itemId, memory)?.url ?? ''
  return URL.canParse(url) ? new URL(url).host : ''
}

export function unconfirmedTasksOf(connectionId: string, { records, unconfirmed }: TaskMemory): readonly TaskRecord[] {
  return [...(unconfirmed.get(connectionId) ?? [])].flatMap((id) => records.get(id) ?? [])
}

export function outputsIn({ state }: TaskRecord): readonly TaskOutput[] {
  return 'outputs' in state ? state.outputs : []
}

export function isHeldByAccount({ state }: TaskRecord): boolean {
  return state.phase === 'held' && state.question === null
}
