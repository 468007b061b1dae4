import type { CallOutcome } from '../ports.ts'
import type { EngineLifecycle } from './engine-lifecycle.ts'
import type { TaskDispatcher } from './task-dispatcher.ts'
import type { TaskMemory } from './task-memory.ts'

export type ChooseFacesDependencies = {
  readonly lifecycle: Readonly<Pick<EngineLifecycle, 'isClosed'>>
  readonly memory: TaskMemory
  readonly tasks: Pick<TaskDispatcher, 'dispatch'>
}

/**
 * Writes a face selection to the journal and sends it once. Throws synchronously if the journal can't be written. In that case, nothing is
 * sent. The promise settles after sending. Does nothing if the task isn't waiting for faces.
 */
export function chooseFaces(
  id: string,
  text: string,
  send: () => Promise<CallOutcome<unknown>>,
  { lifecycle, memory, tasks }: ChooseFacesDependencies
): Promise<void> {
  const before = memory.records.get(id)
  // Throws if the journal can't be written, so that nothing is sent.
  const record = tasks.dispatch(id, { kind: 'faces-chosen', arguments: text })
  // The selection is sent only after this event was written. On a second click the record is unchanged, so nothing is sent.
  return lifecycle.isClosed || record === before ? Promise.resolve() : sendChoice(id, send, tasks)
}

async function sendChoice(id: string, send: () => Promise<CallOutcome<unknown>>, tasks: Pick<TaskDispatcher, 'dispatch'>): Promise<void> {
  const answer = await send()
  tasks.dispatch(id, answer.ok ? { kind: 'faces-taken' } : { kind: 'choice-failed', fault: answer.fault })
}
