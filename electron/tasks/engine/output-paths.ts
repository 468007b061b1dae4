import { fileNameCollisionKey } from '../../../shared/library/result-name.ts'
import { isOpenOutput } from '../machine/refresh-result-urls.ts'
import type { TaskRecord } from '../machine/task-record.ts'
import type { EnginePorts } from './ports.ts'
import type { TaskDispatcher } from './task-dispatcher.ts'
import { outputsIn, type TaskMemory } from './task-memory.ts'

export type OutputPathDependencies = { readonly ports: Pick<EnginePorts, 'clock' | 'keeper'>; readonly memory: TaskMemory }

/**
 * Reserves paths for the outputs from index `first` to `count - 1`. The paths count as taken immediately, so that no other task gets
 * them.
 */
export async function reserveStems(
  record: TaskRecord,
  first: number,
  count: number,
  dependencies: OutputPathDependencies
): Promise<readonly string[]> {
  const stems: string[] = []
  for (let index = first; index < count; index += 1) {
    const former = first === 0 ? record.formerStems?.[index] : undefined
    stems.push(former ?? (await reserveStem(record, index, count, dependencies)))
  }
  return stems
}

export async function reserveStem(record: TaskRecord, index: number, count: number, dependencies: OutputPathDependencies): Promise<string> {
  const { ports, memory } = dependencies
  const { stemsInUse } = memory
  const { capability, title } = record
  const request = { capability, title, index, count, at: ports.clock.now() }
  const stem = await ports.keeper.reserve({ ...request, isTaken: (one) => stemsInUse.has(fileNameCollisionKey(one)) })
  // Two concurrent reservations may return the same name. The second reservation is then repeated.
  if (stemsInUse.has(fileNameCollisionKey(stem))) return reserveStem(record, index, count, dependencies)
  stemsInUse.add(fileNameCollisionKey(stem))
  return stem
}

/** Gives each output a separate path. Two paths from an earlier Kiln version may refer to the same file on a case-insensitive disk. */
export async function separateOutputPaths(
  dependencies: OutputPathDependencies & { readonly tasks: Pick<TaskDispatcher, 'dispatch'> }
): Promise<void> {
  const { memory, tasks } = dependencies
  const seen = new Set<string>()
  for (const record of memory.records.unfinished(null)) {
    for (const [index, output] of outputsIn(record).entries()) {
      const place = fileNameCollisionKey(output.stem)
      if (isOpenOutput(output) && seen.has(place)) {
        const stem = await reserveStem(record, index, outputsIn(record).length, dependencies)
        tasks.dispatch(record.id, { kind: 'moved', index, stem })
      }
      seen.add(place)
    }
  }
}
