import type { TaskRecord } from '../machine/task-record.ts'
import { maxUploadAttempts } from '../machine/uploading.ts'
import type { RecentTask } from '../ports.ts'
import type { EnginePorts } from './ports.ts'
import type { TaskMemory } from './task-memory.ts'

type KeyAfter = EnginePorts['keyAfter']

/** Returns a task's idempotency key and the keys of its later attempts. Another copy of Kiln may have sent those attempts. */
export function attemptKeysOf({ idempotencyKey, inputs, attempt }: TaskRecord, keyAfter: KeyAfter): readonly string[] {
  const keys = [idempotencyKey]
  for (let next = attempt; inputs.length > 0 && next < maxUploadAttempts; next += 1) keys.push(keyAfter(keys.at(-1) as string))
  return keys
}

/** True if `recent` contains an idempotency key of every task in `lookedFor`. */
export function containsAllTasks(recent: readonly RecentTask[], lookedFor: readonly TaskRecord[], keyAfter: KeyAfter): boolean {
  const keys = new Set(recent.map(({ idempotencyKey }) => idempotencyKey))
  return lookedFor.every((record) => attemptKeysOf(record, keyAfter).some((key) => keys.has(key)))
}

/** True if `recent` contains one of the connection's tasks, by task ID or idempotency key. */
export function containsTaskOfConnection(
  connectionId: string,
  recent: readonly RecentTask[],
  { memory: { records }, ports }: { readonly memory: TaskMemory; readonly ports: Pick<EnginePorts, 'keyAfter'> }
): boolean {
  const followed = records.taskIdsOf(connectionId)
  if (recent.some(({ taskId }) => followed.has(taskId))) return true
  const listed = new Set(recent.flatMap(({ idempotencyKey }) => idempotencyKey ?? []))
  return records.unfinished(connectionId).some((record) => attemptKeysOf(record, ports.keyAfter).some((key) => listed.has(key)))
}
